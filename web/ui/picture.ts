/** A member's picture comes in two sizes: 384 pixels, and 96 for cards and lists. What is no picture of ours stays as it is. */
export const smallPicture = (src: string) => src.replace(/^(\/api\/files\/[\w-]{22})\.webp$/, '$1-96.webp')
