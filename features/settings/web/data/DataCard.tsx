import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useCall } from '../../../../web/api/send.ts'
import { Button } from '../../../../web/ui/Button.tsx'
import { Card } from '../../../../web/ui/Card.tsx'
import { useProof } from '../proof-context.ts'
import { Row, Rows } from '../Row.tsx'
import { saveFile } from '../save-file.ts'
import { DeleteAccount } from './DeleteAccount.tsx'
import { fetchExport } from './fetch-export.ts'

export function DataCard() {
  const prove = useProof()
  const [deleting, setDeleting] = useState(false)
  const { send, busy } = useCall(() => prove(fetchExport), {
    success: 'Your data is in your downloads',
    failure: 'Your data could not be downloaded',
    onSuccess: file => saveFile('my-data.zip', file),
  })
  return (
    <Card as="section" title="Your data">
      <Rows>
        <Row
          icon={Download}
          title="Download everything"
          text="One ZIP file with all that is yours here: your profile, what you wrote, and the files you uploaded."
          action={
            <Button variant="secondary" busy={busy} busyText="Collecting..." onClick={() => send(undefined)}>
              Download my data
            </Button>
          }
        />
        <Row
          icon={Trash2}
          title="Delete your account"
          text="For good. You choose what becomes of the things you wrote."
          action={
            <Button variant="danger" onClick={() => setDeleting(true)}>
              Delete my account
            </Button>
          }
        />
      </Rows>
      {deleting && <DeleteAccount onClose={() => setDeleting(false)} />}
    </Card>
  )
}
