import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** '@Full Name' in a text, linked to the member's page. */
export const MentionLink = ({ id, children }: { id: number; children: ReactNode }) => (
  <Link
    to="/members/$id"
    params={{ id: String(id) }}
    className="rounded-[4px] bg-tint px-0.5 text-on-tint underline-offset-2 wrap-anywhere hover:underline"
  >
    <bdi>{children}</bdi>
  </Link>
)
