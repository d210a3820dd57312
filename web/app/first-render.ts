/** Called when the first screen is rendered and its queries are observed. */
export let noteFirstRender = () => {}
export const firstRender = new Promise<void>(done => {
  noteFirstRender = done
})
