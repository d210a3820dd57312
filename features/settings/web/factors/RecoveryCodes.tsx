import { Download } from 'lucide-react'
import { community } from '../../../../web/api/boot.ts'
import { Button } from '../../../../web/ui/Button.tsx'
import { CopyButton } from '../../../../web/ui/CopyButton.tsx'
import { Dialog } from '../../../../web/ui/Dialog.tsx'
import { saveFile } from '../save-file.ts'

/** The codes are shown only once. Only the button closes the dialog, so that it is not closed by accident. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const text = `Recovery codes for ${community.name}. Each works once.\n\n${codes.join('\n')}\n`
  return (
    <Dialog
      open
      alert
      title="Your recovery codes"
      description="They are shown only now. Keep them where you will find them without your phone: printed, or in a password manager."
      onClose={() => {}}
      footer={<Button onClick={onClose}>I have saved them</Button>}
    >
      <ul
        aria-label="Recovery codes"
        className="grid gap-x-4 gap-y-2 rounded-control bg-sunken px-5 py-4 text-center font-mono text-base tracking-wide whitespace-nowrap sm:grid-cols-2"
      >
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        <CopyButton text={text} />
        <Button
          variant="secondary"
          icon={Download}
          onClick={() => saveFile('recovery-codes.txt', new Blob([text], { type: 'text/plain' }))}
        >
          Download
        </Button>
      </div>
    </Dialog>
  )
}
