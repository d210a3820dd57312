/** A fragment of SQL with its parameters separate from its text. Fragments nest: parameters are numbered across all of them. */
export class Sql {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings
    this.values = values
  }

  /** With numbered placeholders: `$1, $2 …`. */
  toQuery(): { text: string; values: unknown[] } {
    const values: unknown[] = []
    return { text: toText(this, values), values }
  }
}

function toText(fragment: Sql, values: unknown[]): string {
  let text = fragment.strings[0] ?? ''
  fragment.values.forEach((value, i) => {
    if (value instanceof Sql) text += toText(value, values)
    else {
      values.push(value)
      text += `$${values.length}`
    }
    text += fragment.strings[i + 1]
  })
  return text
}

export const sql = (strings: TemplateStringsArray, ...values: unknown[]) => new Sql(strings, values)

export const nothing = new Sql([''], [])

export const join = (fragments: Sql[], separator = ', ') =>
  fragments.length === 0 ? nothing : new Sql(['', ...fragments.slice(1).map(() => separator), ''], fragments)

/** An optional condition: `category && sql`…``. */
export type Condition = Sql | false | '' | 0 | null | undefined

export const allOf = (conditions: Condition[]) => {
  const present = conditions.filter(condition => condition instanceof Sql)
  return present.length ? join(present, ' and ') : sql`true`
}

/** For a partial update: columns without a value in `values` keep theirs. The text never changes, so one prepared statement is reused. */
export const setGiven = <Column extends string>(columns: readonly Column[], values: { [column in Column]?: unknown }) =>
  join(
    columns.map(column => {
      const [quoted, value] = [name(column), values[column]]
      return sql`${quoted} = case when ${value !== undefined} then ${value ?? null} else ${quoted} end`
    }),
  )

/** A quoted identifier. Only called with names from our code. */
export const name = (identifier: string) => new Sql([`"${identifier.replaceAll('"', '""')}"`], [])
