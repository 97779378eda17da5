// A bot of one's own for Shut the Lines, in another language: it goes for lines that are nearly shut, with few
// chips, and never leaves a round that it can stay in.
//
//     sobremesa play shut-the-lines --players "you,run:node examples/own_bot.js"

const lines = require('node:readline').createInterface({ input: process.stdin })

// A split is written 4+5, and out:4+5 or out:none by who leaves the round with it.
const numbers = (move) => (move.match(/\d+/g) ?? []).map(Number)

function worth(move, view) {
  const covered = new Set([...view.players[view.seat].covered, ...numbers(move)])
  const share = (line) => line.filter((number) => covered.has(number)).length / line.length
  const promise = view.lines.map((line) => share(line) ** 4).reduce((a, b) => a + b, 0)
  return promise - 0.2 * numbers(move).length - (move.startsWith('out:') ? 10 : 0)
}

lines.on('line', (line) => {
  const said = JSON.parse(line)
  if (said.hello) return // which game, how many seats, which of them is ours
  if (said.bye) process.exit(0)
  const [best] = [...said.moves].sort((a, b) => worth(b, said.view) - worth(a, said.view))
  console.log(JSON.stringify({ move: best }))
})
