import { availableParallelism, totalmem } from 'node:os'

export type Row = {
  name: string
  promise: string
  passed: boolean
  found: string
  command: string
  date: string
  machine: string
}

const head = `# Proof

What the product promises, tested by \`npm run proof\` (each part alone: \`npm run proof -- <part> [rounds]\`), which writes this page. The last
result of each part, those that failed included.

\`disk-full\` mounts a small disk and needs root on Linux. \`clock\` needs Debian's package faketime, which it installs itself when root
(otherwise: \`apt-get install faketime\`). \`several-processes\` uses Debian's PostgreSQL if it is installed, else the one of this package.
\`backup\` needs npm's registry for versions of PostgreSQL that the machine does not have. The others need nothing.

| part | promise | result | date, machine, command |
|---|---|---|---|
`

/** The page with this result in place of the part's earlier one. */
export function pageWith(page: string, row: Row): string {
  const others = page
    .split('\n')
    .filter(line => line.startsWith('| `'))
    .filter(line => !line.startsWith(`| \`${row.name}\` |`))
  const lines = [...others, inCells(row)].sort()
  return `${head}${lines.join('\n')}\n`
}

const inCells = ({ name, promise, passed, found, command, date, machine }: Row) =>
  `| \`${name}\` | ${promise} | ${passed ? 'passed' : '**failed**'}: ${found.replaceAll('|', '\\|')} | ${date}, ${machine}, \`${command}\` |`

export const machine = () =>
  `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`
