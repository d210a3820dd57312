/** Whether an address to return to stays on this site: '//elsewhere' and '/\elsewhere' would leave it. */
export const samePlace = (address: unknown): address is string =>
  typeof address === 'string' && /^\/(?![/\\])/.test(address)
