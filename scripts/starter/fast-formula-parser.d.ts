declare module 'fast-formula-parser' {
  export default class FormulaParser {
    constructor(options: object)
    parse(formula: string, place: { sheet: string; row: number; col: number }): unknown
  }
}
