import { setTheme, type Theme, useTheme } from '../../../web/shell/theme.ts'
import { Card } from '../../../web/ui/Card.tsx'

const themes: { theme: Theme; label: string; hint: string }[] = [
  { theme: 'system', label: 'System', hint: 'As this device is set' },
  { theme: 'light', label: 'Light', hint: 'Limestone by day' },
  { theme: 'dark', label: 'Dark', hint: 'The lake by night' },
]

export function ThemeChoice() {
  const chosen = useTheme()
  return (
    <Card as="section" title="Appearance">
      <fieldset>
        <legend className="sr-only">Theme</legend>
        <div className="grid gap-3 sm:grid-cols-3">
          {themes.map(({ theme, label, hint }) => (
            <label
              key={theme}
              className="flex cursor-pointer items-start gap-3 rounded-control border border-line p-3 has-checked:border-accent has-checked:bg-tint has-checked:text-on-tint"
            >
              <input
                type="radio"
                name="theme"
                value={theme}
                checked={theme === chosen}
                onChange={() => setTheme(theme)}
                className="mt-1 accent-accent"
              />
              <span>
                <span className="block font-medium">{label}</span>
                <span className="block text-sm opacity-80">{hint}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
    </Card>
  )
}
