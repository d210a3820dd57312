import { AuthFrame } from '../../../web/shell/AuthFrame.tsx'
import { Skeleton, SkeletonRegion } from '../../../web/ui/Skeleton.tsx'

export const TAGLINE = "A private network for Chicago's top builders"

/** The height of the form that replaces the skeleton, so that the layout does not shift. */
export const formHeight = 'min-h-[281.6px]'

/** The prerendered sign-in page, shown until its script has loaded. */
export const AuthOutline = ({ communityName }: { communityName: string }) => (
  <AuthFrame communityName={communityName} tagline={TAGLINE}>
    <SkeletonRegion label="Loading" className={`flex flex-col gap-5 ${formHeight}`}>
      <Skeleton className="h-11 w-full" />
      <Field />
      <Field />
      <Skeleton className="h-11 w-full" />
    </SkeletonRegion>
  </AuthFrame>
)

const Field = () => (
  <div className="flex flex-col gap-2">
    <Skeleton className="h-3.5 w-20" />
    <Skeleton className="h-10 w-full" />
  </div>
)
