/**
 * The order of a list: the one in the URL, or else the one that was chosen last. Kept for all members of this browser, like the theme.
 */
export function rememberedOrder<const T extends string>(key: string, sorts: readonly T[], byDefault: NoInfer<T>) {
  const known = (name: string | null) => sorts.find(sort => sort === name)
  return {
    orderOf: (inUrl: string): T => known(inUrl) ?? known(remembered(key)) ?? byDefault,
    rememberOrder(order: T): void {
      try {
        localStorage.setItem(key, order)
      } catch {
        // A browser may block storage: then the order holds for this screen only.
      }
    },
  }
}

function remembered(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
