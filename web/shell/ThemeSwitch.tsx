import { Monitor, Moon, Sun } from 'lucide-react'
import { IconButton } from '../ui/IconButton.tsx'
import { Menu } from '../ui/Menu.tsx'
import { setTheme, type Theme, useTheme } from './theme.ts'

const looks = {
  light: { label: 'Light', icon: Sun },
  dark: { label: 'Dark', icon: Moon },
  system: { label: 'System', icon: Monitor },
}

/** Light, dark, or whatever the device says. */
export function ThemeSwitch() {
  const chosen = useTheme()
  return (
    <Menu
      label="Theme"
      trigger={<IconButton icon={looks[chosen].icon} label={`Theme: ${looks[chosen].label}`} />}
      items={(Object.keys(looks) as Theme[]).map(theme => ({
        ...looks[theme],
        checked: theme === chosen,
        onSelect: () => setTheme(theme),
      }))}
    />
  )
}
