// boardgame.io's own server, in memory, with Splut! as a table of matches that have been played: `node server.js FILE`.
// A move only steps to the next real position; what each seat sees and may do there is looked up.

const { Server } = require('boardgame.io/server');
const { ActivePlayers, INVALID_MOVE } = require('boardgame.io/core');
const matches = JSON.parse(require('fs').readFileSync(process.argv[2]));

const splut = {
  name: 'splut',
  disableUndo: true,
  setup: (_, { match }) => ({ match, n: 0 }),
  turn: { activePlayers: ActivePlayers.ALL },
  moves: {
    step: ({ G, playerID }, text) => {
      const made = matches[G.match].moves[G.n];
      if (!made || made[0] !== Number(playerID) || made[1] !== text) return INVALID_MOVE;
      return { match: G.match, n: G.n + 1 };
    },
  },
  playerView: ({ G, playerID }) => ({ n: G.n, ...matches[G.match].positions[G.n][playerID] }),
};

const server = Server({ games: [splut], origins: [] });
server.run({ port: { host: '127.0.0.1', port: 0 } }).then(({ appServer }) => {
  console.log(`http://127.0.0.1:${appServer.address().port}`);
});
