// Every label in all four languages, for who wants to see them side by side: the checks, and nobody in a browser.
import account from './account.json';
import common from './common.json';
import conduct from './conduct.json';
import day from './day.json';
import endOfLine from './end-of-line.json';
import evenings from './evenings.json';
import front from './front.json';
import ladders from './ladders.json';
import lobby from './lobby.json';
import outspeed from './outspeed.json';
import past from './past.json';
import plan from './plan.json';
import replay from './replay.json';
import shutTheLines from './shut-the-lines.json';
import splut from './splut.json';
import table from './table.json';
import turns from './turns.json';

export const ALL = {
  account,
  common,
  conduct,
  day,
  endOfLine,
  evenings,
  front,
  ladders,
  lobby,
  outspeed,
  past,
  plan,
  replay,
  shutTheLines,
  splut,
  table,
  turns,
};
