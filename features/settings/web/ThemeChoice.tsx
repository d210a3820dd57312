import { setTheme, type Theme, useTheme } from '../../../web/shell/theme.ts'
import { Card } from '../../../web/ui/Card.tsx'
import { RadioCards } from './RadioCards.tsx'

const themes: { value: Theme; label: string; hint: string }[] = [
  { value: 'system', label: 'System', hint: 'As this device is set' },
  { value: 'light', label: 'Light', hint: 'Limestone by day' },
  { value: 'dark', label: 'Dark', hint: 'The lake by night' },
]

export function ThemeChoice() {
  return (
    <Card as="section" title="Appearance">
      <RadioCards legend="Theme" name="theme" options={themes} value={useTheme()} onChange={setTheme} across />
    </Card>
  )
}
