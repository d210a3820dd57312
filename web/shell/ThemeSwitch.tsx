import { Monitor, Moon, Sun } from 'lucide-react'
import { IconButton } from '../ui/IconButton.tsx'
import { Menu } from '../ui/Menu.tsx'
import { setTheme, type Theme, useTheme } from './theme.ts'

const options = {
  light: { label: 'Light', icon: Sun },
  dark: { label: 'Dark', icon: Moon },
  system: { label: 'System', icon: Monitor },
}

/** Light, dark, or the setting of the system. */
export function ThemeSwitch() {
  const chosen = useTheme()
  return (
    <Menu
      label="Theme"
      trigger={<IconButton icon={options[chosen].icon} label={`Theme: ${options[chosen].label}`} />}
      items={(Object.keys(options) as Theme[]).map(theme => ({
        ...options[theme],
        checked: theme === chosen,
        onSelect: () => setTheme(theme),
      }))}
    />
  )
}
