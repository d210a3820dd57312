/** Something the person at the terminal can mend: said in plain words, never with a stack. */
export class Problem extends Error {
  readonly remedy: string

  constructor(whatIsWrong: string, whatToDo: string) {
    super(whatIsWrong)
    this.name = 'Problem'
    this.remedy = whatToDo
  }
}
