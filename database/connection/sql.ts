/** A piece of SQL with its values apart from its text. Pieces nest: the inner one's values are numbered on. */
export class Sql {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings
    this.values = values
  }

  /** As PostgreSQL takes it: `$1, $2 …`. */
  toQuery(): { text: string; values: unknown[] } {
    const values: unknown[] = []
    return { text: write(this, values), values }
  }
}

function write(piece: Sql, values: unknown[]): string {
  let text = piece.strings[0] ?? ''
  piece.values.forEach((value, i) => {
    if (value instanceof Sql) text += write(value, values)
    else {
      values.push(value)
      text += `$${values.length}`
    }
    text += piece.strings[i + 1]
  })
  return text
}

export const sql = (strings: TemplateStringsArray, ...values: unknown[]) => new Sql(strings, values)

export const nothing = new Sql([''], [])

/** Pieces one after the other, with a word between them. */
export const join = (pieces: Sql[], between = ', ') =>
  pieces.length === 0 ? nothing : new Sql(['', ...pieces.slice(1).map(() => between), ''], pieces)

/** A condition that is not always there: `category && sql`…``. */
export type Condition = Sql | false | '' | 0 | null | undefined

export const allOf = (conditions: Condition[]) => {
  const some = conditions.filter(one => one instanceof Sql)
  return some.length ? join(some, ' and ') : sql`true`
}

/** For an update: the columns that `values` has get their value, the others keep theirs. One text, whichever are given. */
export const setGiven = <Column extends string>(columns: readonly Column[], values: { [column in Column]?: unknown }) =>
  join(
    columns.map(column => {
      const [its, value] = [name(column), values[column]]
      return sql`${its} = case when ${value !== undefined} then ${value ?? null} else ${its} end`
    }),
  )

/** A name of a table or column. Only ever called with names written in our code. */
export const name = (identifier: string) => new Sql([`"${identifier.replaceAll('"', '""')}"`], [])
