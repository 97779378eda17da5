// Every label in all four languages, for who wants to see them side by side: the checks, and nobody in a browser.
import account from './account.json';
import analysis from './analysis.json';
import coach from './coach.json';
import common from './common.json';
import conduct from './conduct.json';
import day from './day.json';
import endOfLine from './end-of-line.json';
import evenings from './evenings.json';
import front from './front.json';
import installing from './installing.json';
import ladders from './ladders.json';
import learn from './learn.json';
import lobby from './lobby.json';
import outspeed from './outspeed.json';
import past from './past.json';
import people from './people.json';
import pictures from './pictures.json';
import plan from './plan.json';
import puzzles from './puzzles.json';
import race from './race.json';
import replay from './replay.json';
import shutTheLines from './shut-the-lines.json';
import splut from './splut.json';
import study from './study.json';
import table from './table.json';
import turns from './turns.json';

export const ALL = {
  account,
  analysis,
  coach,
  common,
  conduct,
  day,
  endOfLine,
  evenings,
  front,
  installing,
  ladders,
  learn,
  lobby,
  outspeed,
  past,
  people,
  pictures,
  plan,
  puzzles,
  race,
  replay,
  shutTheLines,
  splut,
  study,
  table,
  turns,
};
