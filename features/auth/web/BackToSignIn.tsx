import { Link } from '@tanstack/react-router'

export function BackToSignIn() {
  return (
    <Link to="/auth" className="touchable text-accent underline-offset-4 hover:underline">
      Back to sign in
    </Link>
  )
}
