type Option<V extends string = string> = V | { value: V; label: string }

export type SelectControl<V extends string> = {
  options: readonly Option<V>[]
  value: V | null
  onChange: (value: V) => void
  placeholder?: string
  disabled?: boolean
  name?: string
}

export const toItem = <V extends string>(option: Option<V>) =>
  typeof option === 'string' ? { value: option, label: option } : option

export const triggerLook = 'control flex items-center justify-between gap-2 text-left'
