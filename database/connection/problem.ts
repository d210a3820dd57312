/** An error that the operator can fix: printed with its remedy and without a stack trace. */
export class Problem extends Error {
  readonly remedy: string

  constructor(message: string, remedy: string) {
    super(message)
    this.name = 'Problem'
    this.remedy = remedy
  }
}
