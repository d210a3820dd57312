import { type ReactNode, useEffect, useRef, useState } from 'react'
import { checkFilled } from '../../../../web/form/checks.ts'
import { useForm } from '../../../../web/form/use-form.ts'
import { Button } from '../../../../web/ui/Button.tsx'
import { Checkbox } from '../../../../web/ui/Checkbox.tsx'
import { CodeField } from '../../../../web/ui/CodeField.tsx'
import { SendAgain } from '../../../../web/ui/SendAgain.tsx'
import { TextField } from '../../../../web/ui/TextField.tsx'
import { factorLimits } from '../../factor-contract.ts'
import { inSpecifiedWords } from '../failures.ts'

/** A code and the button that verifies it. On success, the page redirects. */
export function CodeForm({
  title,
  text,
  kind = 'digits',
  canRemember = true,
  sendAgain,
  verify,
}: {
  title: string
  text: ReactNode
  kind?: 'digits' | 'recovery'
  /** Whether the browser can be remembered, to skip the second step. */
  canRemember?: boolean
  /** For codes sent to the member. Resolves with whether another code was sent. */
  sendAgain?: () => Promise<boolean>
  verify: (code: string, remember: boolean) => Promise<unknown>
}) {
  const element = useRef<HTMLFormElement>(null)
  const [remember, setRemember] = useState(false)
  const form = useForm({
    check: checkFilled,
    send: ({ code }: { code: string }) =>
      verify(code, remember).catch(inSpecifiedWords('Login failed. No user returned.')),
    success: ['Login successful', 'Welcome back!'],
    failure: 'Login failed',
  })
  // Screen readers then read the field with its explanation.
  useEffect(() => element.current?.querySelector('input')?.focus(), [])
  return (
    <form ref={element} noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
      <div>
        <h2 className="text-2xl">{title}</h2>
        <p className="mt-1 text-muted">{text}</p>
      </div>
      {kind === 'digits' ? (
        <CodeField
          label="Code"
          limit={factorLimits.code}
          aside={sendAgain && <SendAgain send={sendAgain} onSent={() => form.setFields({})} />}
          {...form.field('code')}
        />
      ) : (
        <TextField
          label="Recovery Code"
          limit={factorLimits.code}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('code')}
        />
      )}
      {canRemember && <Checkbox label="Remember this device for 30 days" checked={remember} onChange={setRemember} />}
      <Button type="submit" size="lg" wide busy={form.busy} busyText="Checking...">
        Verify
      </Button>
    </form>
  )
}
