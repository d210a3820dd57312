import { SearchX } from 'lucide-react'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { SkeletonCard, SkeletonLines, SkeletonList, SkeletonRegion } from '../ui/Skeleton.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { Unsent } from '../ui/Unsent.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { Section, Specimen } from './Section.tsx'

export function StatesSection() {
  return (
    <Section title="States">
      <Specimen name="Empty" stack>
        <EmptyState
          icon={SearchX}
          title="No topics found"
          text="Try adjusting your search or filter criteria."
          action={<Button variant="secondary">Clear filters</Button>}
        />
      </Specimen>
      <Specimen name="Error" stack>
        <ErrorState
          title="Failed to load members"
          text="The server did not answer in time."
          again={() => new Promise(done => setTimeout(done, 2000))}
        />
      </Specimen>
      <Specimen name="Written to what is gone" stack>
        <Unsent
          texts={['We asked for a third up front, and the rest on delivery.', ''].map(text => ({ text, discard() {} }))}
        />
      </Specimen>
      <Specimen name="Banners" stack>
        <Banner title="Error" action={<Button size="sm">Retry</Button>}>
          Failed to fetch events: 503 Service Unavailable
        </Banner>
        <Banner tone="info">Your changes are visible to members.</Banner>
        <Banner tone="amber" title="Sample">
          These posts are examples until somebody writes the first one.
        </Banner>
      </Specimen>
      <Specimen name="Skeletons: outlines of what they stand for" full>
        <SkeletonRegion label="Loading members" className="grid w-full gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <SkeletonCard />
          <SkeletonCard disc={false} lines={4} badges={0} />
          <SkeletonList rows={3} />
        </SkeletonRegion>
      </Specimen>
      <Specimen name="Lines and spinner" stack>
        <SkeletonRegion label="Loading text">
          <SkeletonLines lines={3} />
        </SkeletonRegion>
        <span>
          <Spinner size={24} />
          <VisuallyHidden>Loading</VisuallyHidden>
        </span>
      </Specimen>
    </Section>
  )
}
