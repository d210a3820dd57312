import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button, type ButtonProps } from './Button.tsx'
import { toast } from './toast.ts'

/** Copies a text to the clipboard and confirms it. */
export function CopyButton({
  text,
  toastText,
  children = 'Copy',
  ...button
}: {
  text: string
  /** A toast with this title and the text confirms it, instead of the button itself. */
  toastText?: string
  children?: string
} & Pick<ButtonProps, 'variant' | 'size' | 'disabled'>) {
  const [copied, setCopied] = useState(false)
  async function copy() {
    try {
      // `navigator.clipboard` is undefined on plain http from another machine (no secure context).
      await navigator.clipboard.writeText(text)
      if (toastText) toast.success(toastText, text)
      else setCopied(true)
    } catch {
      toast.error(
        'Nothing was copied',
        'Your browser does not allow it here. Please select the text and copy it yourself.',
      )
    }
  }
  return (
    <>
      <Button variant="secondary" {...button} icon={copied ? Check : Copy} onClick={copy}>
        {copied ? 'Copied' : children}
      </Button>
      <span role="status" className="sr-only">
        {copied && 'Copied to the clipboard'}
      </span>
    </>
  )
}
