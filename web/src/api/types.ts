// Made from the messages of the server: `make client-types` does it again.

export type TheSocketOfATableAtSobremesa =
  | Command
  | Message
  | AboutHouse
  | Boxed
  | Fork
  | KeptTiles
  | Moment
  | NewGuest
  | NewTable
  | NewTiles
  | Puzzle
  | Terms
  | Token
  | Wanted
  | Why
  | Between
  | Codes
  | DayResults
  | Deciding
  | Desk
  | Entered
  | Laid
  | NewReport
  | Opened
  | Standing
  | Ahead
  | NewPlan
  | ToldPlan
  | Drafted
  | Hint
  | Readiness
  | Warned
  | Analysed
  | Brought
  | BroughtRecord
  | NewSketch
  | NewStudy
  | Opinion
  | PlayOn
  | Sketched
  | Studied
  | Asked
  | Board
  | Clue
  | Judged
  | Leaf
  | Solver
  | Trying
  | Chosen
  | Course
  | Followed;
export type Command =
  | Sit
  | Stand
  | Bot
  | Back
  | Fill
  | Begin
  | Move
  | Draft
  | Confirm
  | Undo
  | Draw
  | Resign
  | Rematch
  | Say
  | Mute
  | Signal
  | Coach
  | Arrange
  | Agree
  | Open;
export type Message = State | Done | Refused | Again | Said | Chat | Muted | Signalled | Planned;

/**
 * Take a free seat, with a name and words of one's own for the match's chance.
 */
export interface Sit {
  do: "sit";
  seat: number;
  name: string;
  words: string;
  id?: string;
}
/**
 * Leave a seat before the match begins.
 */
export interface Stand {
  do: "stand";
  seat: number;
  id?: string;
}
/**
 * Seat a bot; in the match, leave one's own seat to it.
 */
export interface Bot {
  do: "bot";
  seat: number;
  bot: string;
  id?: string;
}
/**
 * Play again where a bot keeps one's seat.
 */
export interface Back {
  do: "back";
  seat: number;
  id?: string;
}
/**
 * Seat a bot wherever nobody sits; whoever laid the table does.
 */
export interface Fill {
  do: "fill";
  bot: string;
  id?: string;
}
/**
 * Begin the match: every seat is taken.
 */
export interface Begin {
  do: "begin";
  id?: string;
}
/**
 * A seat's choice of that number, counted from 0: sent twice, it is made once.
 */
export interface Move {
  do: "move";
  seat: number;
  choice: number;
  move: string;
  id?: string;
}
/**
 * Try choices without making them: from the seat's choice of that number on, these; nothing takes them back. Only
 *     their owner sees what they would lead to, as far as neither chance nor anything hidden comes into it.
 */
export interface Draft {
  do: "draft";
  seat: number;
  choice: number;
  /**
   * @maxItems 32
   */
  moves: string[];
  id?: string;
}
/**
 * Make these choices, all of them or, if one cannot be, none: sent twice, they are made once.
 */
export interface Confirm {
  do: "confirm";
  seat: number;
  choice: number;
  /**
   * @minItems 1
   * @maxItems 32
   */
  moves: [string, ...string[]];
  id?: string;
}
/**
 * Agree to take back the last choice, of the table as it was after so many entries: sent twice, it is one.
 */
export interface Undo {
  do: "undo";
  entries: number;
  id?: string;
}
/**
 * Agree to a draw, where a draw can be agreed.
 */
export interface Draw {
  do: "draw";
  id?: string;
}
/**
 * Give up a seat for good: it loses, or a bot plays on, as the table's manner has it.
 */
export interface Resign {
  do: "resign";
  seat: number;
  id?: string;
}
/**
 * Agree to play again.
 */
export interface Rematch {
  do: "rematch";
  id?: string;
}
/**
 * Say something to everybody at the table.
 */
export interface Say {
  do: "say";
  text: string;
  id?: string;
}
/**
 * Hear no more of a seat or a person, or hear them again; nobody else notices.
 */
export interface Mute {
  do: "mute";
  name: string;
  muted?: boolean;
  id?: string;
}
/**
 * Announce something, where the game knows of that; it has no effect.
 */
export interface Signal {
  do: "signal";
  seat: number;
  signal: string;
  id?: string;
}
/**
 * Have a coach look over one's shoulder, or no longer, where the table allows it; everybody sees it.
 */
export interface Coach {
  do: "coach";
  seat: number;
  on: boolean;
  id?: string;
}
/**
 * Say how the table is kept, before anybody else sits down.
 */
export interface Arrange {
  do: "manner";
  resign?: string;
  clock?: Setting | null;
  coach?: boolean;
  rated?: boolean;
  id?: string;
}
/**
 * How much time a seat has, how much more it gets when it has chosen and is no longer awaited, and what becomes of
 *     it when the time is used up: `bot:NAME` plays on, or it `loses`. Or else, by correspondence, how many days it has
 *     whenever it is awaited.
 */
export interface Setting {
  initial?: number;
  increment?: number;
  out?: string;
  days?: number;
}
/**
 * Say for how many and with which options the match is, before anybody else sits down; who sits stays seated.
 */
export interface Agree {
  do: "agree";
  seats?: number | null;
  options?: {
    [k: string]: string | number | boolean;
  };
  id?: string;
}
/**
 * Let anybody find the table, or only who has its link.
 */
export interface Open {
  do: "open";
  public: boolean;
  id?: string;
}
/**
 * What the table is, and what each of one's seats sees: those of others are never told.
 */
export interface State {
  type: "state";
  about: About;
  you: number[];
  owner: boolean;
  seats: {
    [k: string]: Sight;
  };
  result?: number[] | null;
  ending?: Ended | null;
  secret?: string;
}
/**
 * What everybody may know of a table.
 */
export interface About {
  table: string;
  game: string;
  options: {
    [k: string]: string;
  };
  state: string;
  public: boolean;
  forked: boolean;
  commitment: string;
  places: Seat[];
  clocks: {
    [k: string]: Time;
  };
  manner: Manner;
  agreed: {
    [k: string]: string[];
  };
  watchers: number;
  puzzle: string;
  attempt: boolean;
  entries: number;
  moves: number;
}
/**
 * A seat of a table. Who a person is stays with the house; their name does not.
 */
export interface Seat {
  seat: string;
  name: string;
  bot: string;
  person: boolean;
  kept: string;
  gone: boolean;
  awaited: boolean;
  here: boolean;
  away?: number;
  coach?: boolean;
}
/**
 * What a seat's clock showed when the message was sent.
 */
export interface Time {
  left: number;
  runs: boolean;
}
/**
 * What nothing says is as usual for so many seats.
 */
export interface Manner {
  resign?: string;
  clock?: Setting | null;
  coach?: boolean;
  rated?: boolean;
  strict?: boolean;
}
/**
 * The match as one seat, or a spectator, sees it.
 */
export interface Sight {
  view: {};
  events: {}[];
  choice: number;
  moves: string[];
  expected: string;
  draft?: string[];
  ready?: boolean;
  choices?: Choice[];
}
/**
 * Something that a seat may choose.
 */
export interface Choice {
  move: string;
  text: string;
  events: {}[];
}
/**
 * How a match came to its end: `played`, `resigned`, `out of time` or `drawn`.
 */
export interface Ended {
  how: string;
  seat: string;
}
/**
 * What was asked for is done and written down.
 */
export interface Done {
  type: "done";
  id: string;
}
/**
 * What was asked for is not done, and nothing has changed.
 */
export interface Refused {
  type: "refused";
  id: string;
  why: string;
  rule?: number | null;
}
/**
 * Where all who agreed play again, and which seats are kept for you there.
 */
export interface Again {
  type: "rematch";
  table: string;
  seats: number[];
}
/**
 * Somebody said something.
 */
export interface Said {
  type: "said";
  seat: string;
  name: string;
  text: string;
  at: number;
  spectator: boolean;
}
/**
 * What was said before you came.
 */
export interface Chat {
  type: "chat";
  lines: Said[];
}
/**
 * Whom of those at the table one does not want to hear, wherever they are: seats, and names of who watches.
 */
export interface Muted {
  type: "muted";
  names: string[];
}
/**
 * A seat announced something, true or not; it has no effect.
 */
export interface Signalled {
  type: "signal";
  seat: string;
  signal: string;
  at: number;
}
/**
 * Your plan for a seat has changed: `GET /api/tables/NAME/plan` tells how. Nobody else hears of it.
 */
export interface Planned {
  type: "planned";
  seat: string;
}
export interface AboutHouse {
  version: string;
  address: string;
}
/**
 * A game as it stands on the shelf.
 */
export interface Boxed {
  game: string;
  title: string;
  credit: string;
  seats: number[];
  options: Agreeable[];
  bots: string[];
  usual: string;
  partners: {
    [k: string]: number[];
  };
}
/**
 * What can be agreed before a match.
 */
export interface Agreeable {
  name: string;
  kind: string;
  usual: string;
  values: string[];
  range: string;
  says: string;
  least?: number | null;
  most?: number | null;
}
export interface Fork {
  seat: string;
  bot: string;
  moves?: number | null;
}
/**
 * A set to play with.
 */
export interface KeptTiles {
  name: string;
  changed: number;
}
/**
 * One choice: its number from 0, the name of the seat whose it was, or `chance`, and what could be seen of it.
 */
export interface Moment {
  number: number;
  seat: string;
  move: string | null;
  events: {}[];
  view: {};
}
export interface NewGuest {
  name: string;
}
export interface NewTable {
  game: string;
  seats?: number | null;
  options?: {
    [k: string]: string | number | boolean;
  };
  public?: boolean;
  manner?: Manner | null;
}
export interface NewTiles {
  text: string;
}
/**
 * What everybody may know of it beforehand.
 */
export interface Puzzle {
  date: string;
  walls: string[];
  size: number;
  start: string;
  par: number;
}
/**
 * What is agreed, and what else could be.
 */
export interface Terms {
  seats: number;
  counts: number[];
  options: Term[];
  chosen: {
    [k: string]: string;
  };
  dropped: {
    [k: string]: string;
  };
}
/**
 * An option as things are.
 */
export interface Term {
  name: string;
  value: string;
  usual: string;
  idle: boolean;
  values: string[];
  refused: {
    [k: string]: string;
  };
  area?: Area | null;
}
/**
 * The squares among which some are chosen, each written as row,column from 0.
 */
export interface Area {
  size: number;
  taken: string[];
  closed: string[];
}
export interface Token {
  name: string;
  token: string;
}
/**
 * What somebody would like to agree; what nothing is said about is as usual.
 */
export interface Wanted {
  seats?: number | null;
  options?: {
    [k: string]: string | number | boolean;
  };
  first?: string;
}
/**
 * A refusal.
 */
export interface Why {
  why: string;
}
/**
 * What there is between one and others.
 */
export interface Between {
  muted: MutedPerson[];
  notices: Notice[];
  moderator: boolean;
}
export interface MutedPerson {
  id: string;
  name: string;
  made: number;
}
/**
 * What a moderator did about one.
 */
export interface Notice {
  id: string;
  made: number;
  kind: "dismiss" | "lift" | "rename" | "shut out" | "silence" | "warn";
  name: string;
  reason: "cheating" | "insult" | "name" | "other" | "spam";
  why: string;
  until: number | null;
}
export interface Codes {
  codes: string[];
}
/**
 * What came of a day's puzzle.
 */
export interface DayResults {
  day: string;
  today: boolean;
  until: number;
  tried: number;
  shown: boolean;
  filled: number;
  spread: Spread[];
  places: Place[];
  mine: Mine | null;
  streak: number;
  longest: number;
  before: Before[];
}
export interface Spread {
  points: number;
  count: number;
}
/**
 * Who has the same points shares a place.
 */
export interface Place {
  place: number;
  name: string;
  points: number;
  mine: boolean;
}
/**
 * One's own attempt.
 */
export interface Mine {
  table: string;
  state: "filled" | "going" | "not filled";
  points: number | null;
  place: number | null;
}
/**
 * A day before, and what one had.
 */
export interface Before {
  day: string;
  par: number;
  tried: number;
  filled: number;
  mine: number | null;
}
export interface Deciding {
  report: string;
  kind: "dismiss" | "rename" | "shut out" | "silence" | "warn";
  reason: "cheating" | "insult" | "name" | "other" | "spam";
  why: string;
  days?: number | null;
  name?: string;
}
export interface Desk {
  cases: Case[];
  holding: Deed[];
  done: Deed[];
}
/**
 * A report that nobody has dealt with, and all there is to it.
 */
export interface Case {
  id: string;
  made: number;
  reason: "cheating" | "insult" | "name" | "other" | "spam";
  text: string;
  table: string;
  name: string;
  called: string;
  account: boolean;
  moderator: boolean;
  reporter: string;
  lines: Heard[];
  earlier: Earlier[];
  deeds: Deed[];
}
/**
 * A line that was said.
 */
export interface Heard {
  seat: string;
  name: string;
  text: string;
  at: number;
  theirs: boolean;
}
/**
 * Another report about the same person.
 */
export interface Earlier {
  made: number;
  reason: "cheating" | "insult" | "name" | "other" | "spam";
  text: string;
  closed: boolean;
}
/**
 * What a moderator did.
 */
export interface Deed {
  id: string;
  made: number;
  kind: "dismiss" | "lift" | "rename" | "shut out" | "silence" | "warn";
  name: string;
  reason: "cheating" | "insult" | "name" | "other" | "spam";
  why: string;
  until: number | null;
  moderator: string;
  lifted: number | null;
  holds: boolean;
}
export interface Entered {
  name: string;
  token: string;
}
/**
 * A table that somebody laid or sat at.
 */
export interface Laid {
  table: string;
  game: string;
  made: number;
  over: boolean;
}
export interface NewReport {
  table: string;
  name: string;
  reason: "cheating" | "insult" | "name" | "other" | "spam";
  text?: string;
}
export interface Opened {
  name: string;
  token: string;
  codes: string[];
}
/**
 * Who asks, and by what they are known.
 */
export interface Standing {
  kind: "account" | "guest" | "nobody";
  letters: boolean;
  name: string;
  login: string;
  email: string;
  password: boolean;
  fresh: boolean;
  codes: number;
  passkeys: KnownKey[];
  sessions: SignedIn[];
}
export interface KnownKey {
  id: string;
  name: string;
  made: number;
  used: number;
}
export interface SignedIn {
  id: string;
  device: string;
  made: number;
  seen: number;
  here: boolean;
}
/**
 * What could be chosen later.
 */
export interface Ahead {
  seat: string;
  moves: string[];
}
/**
 * What somebody plans for a seat.
 */
export interface NewPlan {
  choice: number;
  entries: number;
  branches: Branch[];
}
/**
 * What is chosen if everything is as it must be.
 */
export interface Branch {
  then: string[];
  when?: Condition[];
  after?: number;
}
/**
 * Something that must be so, or must not.
 */
export interface Condition {
  fact: string;
  parts?: {
    [k: string]: string | number;
  };
  not?: boolean;
}
/**
 * What somebody has planned for a seat, and what they can ask there.
 */
export interface ToldPlan {
  seat: string;
  state: "done" | "ended" | "none" | "stands" | "stopped";
  why: string;
  branches: Branch[];
  at: number;
  done: Made[];
  asks: Askable[];
}
/**
 * A choice that was made by plan.
 */
export interface Made {
  branch: number;
  move: number;
}
/**
 * A fact as it can be asked at a table.
 */
export interface Askable {
  fact: string;
  parts: Part[];
}
/**
 * What a fact is asked of.
 */
export interface Part {
  name: string;
  words?: string[];
  least?: number | null;
  most?: number | null;
}
/**
 * Choices of a seat, from the next one on, that are to be weighed.
 */
export interface Drafted {
  seat: string;
  /**
   * @minItems 1
   * @maxItems 32
   */
  moves: [string, ...string[]];
}
/**
 * What the coach says to a seat that is to choose, after what it has drafted.
 */
export interface Hint {
  seat: string;
  nudge: string;
  moves?: string[];
  said?: string[];
  why?: string;
}
/**
 * Whether a coach could answer now.
 */
export interface Readiness {
  ready: boolean;
}
/**
 * What they would give away.
 */
export interface Warned {
  seat: string;
  warning: string;
  moves?: string[];
  said?: string[];
  why?: string;
}
/**
 * How far a match has been looked at again.
 */
export interface Analysed {
  state: "done" | "going" | "none" | "stopped" | "waiting";
  bot: string;
  moves: number;
  done: number;
  place: number;
  shape: "each" | "rivals" | "together";
  hidden: boolean;
  may_stop: boolean;
  rows: Weighed[];
  sums: Summed[];
}
/**
 * One move, and what is to be said about it.
 */
export interface Weighed {
  number: number;
  seat: string;
  move: string;
  said: string[];
  before: number | null;
  after: number | null;
  lost: number;
  mark: "" | "?" | "?!" | "??";
  risked: string[];
  best: string | null;
  best_said: string[];
  gained: string[];
  line: string[];
  luck: {
    [k: string]: number;
  };
  outlook: (number | null)[];
  truth: number[];
}
/**
 * What the match came to for a seat.
 */
export interface Summed {
  seat: string;
  choices: number;
  lost: number;
  blunders: number;
  mistakes: number;
  slips: number;
  luck: number | null;
  error: number;
}
/**
 * A record as a study: where it begins, and what was played.
 */
export interface Brought {
  begin: Beginning;
  moves: string[];
}
/**
 * Where a study begins: one of `table`, `lesson`, `puzzle` and `game`.
 */
export interface Beginning {
  table?: string;
  moves?: number | null;
  seat?: string;
  lesson?: string;
  puzzle?: string;
  game?: string;
  seats?: number | null;
  options?: {
    [k: string]: string | number | boolean;
  };
  set_up?: {} | null;
}
export interface BroughtRecord {
  text: string;
}
/**
 * A position that somebody is laying out.
 */
export interface NewSketch {
  game: string;
  seats?: number | null;
  options?: {
    [k: string]: string | number | boolean;
  };
  set_up?: {};
  language?: string;
}
/**
 * A position, and what is played from there.
 */
export interface NewStudy {
  begin: Beginning;
  /**
   * @maxItems 1000
   */
  moves?: string[];
  chance?: string;
  eyes?: string;
  since?: number | null;
  language?: string;
}
/**
 * What is thought of a position, by what those who choose there could know.
 */
export interface Opinion {
  expects: {
    [k: string]: number | null;
  };
  seat: string;
  best: string;
  best_said: string[];
  line: string[];
}
/**
 * A study that somebody wants to play on from, at a table, against bots.
 */
export interface PlayOn {
  study: NewStudy;
  seat: string;
  bot: string;
}
/**
 * A position as far as it is laid out.
 */
export interface Sketched {
  game: string;
  seats: string[];
  options: {
    [k: string]: string;
  };
  view: {};
  set_up: {};
  next: {};
  why: string;
}
/**
 * A position as it is after what was played.
 */
export interface Studied {
  game: string;
  seats: string[];
  options: {
    [k: string]: string;
  };
  eyes: string;
  view: {};
  events: {}[];
  played: Played[];
  awaited: string[];
  choices: {
    [k: string]: Choice[];
  };
  expected: {
    [k: string]: string;
  };
  chance: string[];
  over: boolean;
  result?: number[] | null;
  set_up?: {} | null;
}
/**
 * A choice of a study.
 */
export interface Played {
  seat: string;
  move: string;
}
/**
 * A puzzle that is to be solved: it begins where `POST /api/study` with its id does.
 */
export interface Asked {
  id: string;
  kind: string;
  game: string;
  seats: number;
  rating: number;
  tried: number;
  solved: number;
  mine: "" | "failed" | "helped" | "hinted" | "mended" | "solved";
  known: boolean;
  you: Solver;
  beside?: Beside | null;
}
/**
 * What is believed of somebody at a kind of puzzle.
 */
export interface Solver {
  kind: string;
  rating: number;
  tried: number;
  solved: number;
  count: number;
  new: boolean;
}
/**
 * Where a puzzle is on a list, and what comes before it and after it there.
 */
export interface Beside {
  number: number;
  count: number;
  page: number;
  step: number;
  before: Riddle | null;
  after: Riddle | null;
}
/**
 * A puzzle as it stands in a list.
 */
export interface Riddle {
  id: string;
  rating: number;
  mine: "" | "failed" | "helped" | "hinted" | "mended" | "solved";
  position: string;
  tried?: number;
  solved?: number;
  best?: number | null;
  points?: number | null;
  table?: string;
}
/**
 * A board of End of Line that can be filled, among those that one has not filled yet.
 */
export interface Board {
  board: Riddle;
  beside: Beside;
  options: {
    [k: string]: string;
  };
}
export interface Clue {
  piece: string;
  square: string;
}
/**
 * What came of a try.
 */
export interface Judged {
  state: "failed" | "open" | "solved";
  said:
    | "best"
    | "filled"
    | "killed"
    | "lives"
    | "open"
    | "own"
    | "points"
    | "refuted"
    | "safe"
    | "shown"
    | "stuck"
    | "worse";
  refutation: string[];
  loss: number;
  splits: Split[];
  solutions: string[][];
  count: number;
  counted: boolean;
  change: Moved | null;
  puzzle: number;
}
export interface Split {
  move: string;
  value: number;
  loss: number;
}
export interface Moved {
  before: number;
  after: number;
}
/**
 * A page of the list of a kind, the easiest first.
 */
export interface Leaf {
  kind: string;
  page: number;
  pages: number;
  count: number;
  counts: {
    [k: string]: number;
  };
  steps: Rung[];
  puzzles: Riddle[];
  next: Riddle | null;
  options: {
    [k: string]: string;
  };
}
/**
 * A step of difficulty, from 1 on: how many puzzles it has, and how many of them one has solved.
 */
export interface Rung {
  step: number;
  count: number;
  solved: number;
}
export interface Trying {
  /**
   * @maxItems 60
   */
  moves: string[];
}
/**
 * What somebody has chosen in a lesson.
 */
export interface Chosen {
  /**
   * @maxItems 60
   */
  choices?: string[];
  show?: boolean;
  language?: string;
}
/**
 * The lessons of a game, in the order in which they are learnt.
 */
export interface Course {
  game: string;
  title: string;
  lessons: Titled[];
}
/**
 * A lesson on the list.
 */
export interface Titled {
  id: string;
  title: string;
  rule: number;
  seat: string;
  asks: string[];
  done: boolean;
}
/**
 * The same, and whether the house has kept that the lesson is done.
 */
export interface Followed {
  step: number;
  moves: string[];
  verdict: string;
  said: string;
  asked: string;
  over: boolean;
  shown?: string[];
  kept?: boolean;
}
