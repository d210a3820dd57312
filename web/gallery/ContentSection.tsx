import { Link } from '@tanstack/react-router'
import { CalendarDays, Heart, MessageCircle, Pin } from 'lucide-react'
import { useState } from 'react'
import { Avatar } from '../ui/Avatar.tsx'
import { Badge, type BadgeTone } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Chip } from '../ui/Chip.tsx'
import { CountBadge } from '../ui/CountBadge.tsx'
import { Highlight } from '../ui/Highlight.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Progress } from '../ui/Progress.tsx'
import { RelativeTime } from '../ui/RelativeTime.tsx'
import { Stars } from '../ui/Stars.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { Timeline, TimelineItem } from '../ui/Timeline.tsx'
import { Section, Specimen } from './Section.tsx'

const tones: BadgeTone[] = ['neutral', 'tint', 'green', 'blue', 'purple', 'red', 'amber', 'teal', 'outline']
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

function MemberCard({ name, work, text, tags }: { name: string; work: string; text: string; tags: string[] }) {
  return (
    <Card as="article" interactive className="flex flex-col gap-4">
      <div className="flex items-center gap-4">
        <Avatar name={name} />
        <div className="min-w-0">
          <h2 className="truncate text-xl">{name}</h2>
          <p className="truncate text-sm text-muted">{work}</p>
        </div>
      </div>
      <p className="text-sm">{text}</p>
      <div className="flex flex-wrap gap-1.5">
        {tags.map(tag => (
          <Badge key={tag}>{tag}</Badge>
        ))}
      </div>
      <div className="flex items-center justify-between gap-2 text-xs text-muted">
        <span>West Loop · since Jan 2026</span>
        <Button size="sm" variant="secondary">
          Request intro
        </Button>
      </div>
    </Card>
  )
}

export function ContentSection() {
  const [tab, setTab] = useState<'all' | 'pinned' | 'mine'>('all')
  const [chips, setChips] = useState(['Fintech', 'Seed', 'A very long filter value that has to be cut somewhere'])
  return (
    <Section title="Content">
      <Specimen name="Page header" full stack>
        <PageHeader
          back={<Link to="/">Home</Link>}
          title="Members"
          subtitle="Founders and operators building in Chicago."
          actions={<Button>New Topic</Button>}
        />
      </Specimen>
      <Specimen name="Cards" full>
        <div className="grid w-full gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <MemberCard
            name="Amara Osei"
            work="Founder & CEO, Lakeline Freight"
            text="Rebuilding drayage scheduling for Midwest rail ramps. Ex-Flexport ops."
            tags={['Logistics', 'Seed']}
          />
          <MemberCard
            name="Łukasz Wiśniewski-Kowalczyk of the very long name"
            work="Co-founder, Brickyard Bio"
            text="Protein stability assays in a box. Two labs, one very patient co-founder."
            tags={['Biotech', 'Series A']}
          />
          <Card title="Upcoming Events" action={<Badge tone="outline">2</Badge>}>
            <Progress value={62} label="Profile completion" />
          </Card>
        </div>
      </Specimen>
      <Specimen name="Tabs" full stack>
        <Tabs
          label="Topics"
          value={tab}
          onChange={setTab}
          items={[
            { value: 'all', label: 'All Topics', count: 60 },
            { value: 'pinned', label: 'Pinned', count: 3 },
            { value: 'mine', label: 'Mine' },
          ]}
        >
          <p>The panel of “{tab}”.</p>
        </Tabs>
      </Specimen>
      <Specimen name="Badges">
        {tones.map(tone => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        <Badge tone="amber" icon={Pin}>
          Pinned
        </Badge>
        <CountBadge count={3} label="filters" />
        <CountBadge count={4321} />
      </Specimen>
      <Specimen name="Chips">
        {chips.map(chip => (
          <Chip key={chip} onRemove={() => setChips(chips.filter(other => other !== chip))}>
            {chip}
          </Chip>
        ))}
      </Specimen>
      <Specimen name="Avatars">
        <Avatar name="Amara Osei" size="sm" />
        <Avatar name="Daniel Kowalski" />
        <Avatar name="Priya Raman" />
        <Avatar name="Marcus Bell" />
        <Avatar name="Elena Vasquez" />
        <Avatar name="Tom Nakamura" />
        <Avatar name="Cher" />
        <Avatar />
        <Avatar name="Broken Picture" src="data:image/webp;base64,AAAA" />
        <Avatar src="/star.svg" name="With Picture" />
        <Avatar name="Grace Oyelaran" size="lg" />
        <Avatar name="Sam Whitfield" size="xl" />
      </Specimen>
      <Specimen name="Ratings" stack>
        <Stars value={4.2} raters={12} />
        <Stars value={5} raters={1} />
        <Stars value={0.5} />
      </Specimen>
      <Specimen name="Small text">
        <RelativeTime when={ago(0)} />
        <RelativeTime when={ago(5)} />
        <RelativeTime when={ago(60 * 30)} />
        <span>
          Press <Kbd>Ctrl</Kbd> <Kbd>K</Kbd>
        </span>
        <p>
          <Highlight text="Amara Osei, Lakeline Freight" query="ama fre" />
        </p>
      </Specimen>
      <Specimen name="Progress" stack>
        <Progress value={0} label="Nothing" />
        <Progress value={35} label="A third" />
        <Progress value={100} label="All" />
      </Specimen>
      <Specimen name="Timeline" stack>
        <Timeline label="Recent activity">
          <TimelineItem icon={MessageCircle} time={<RelativeTime when={ago(12)} />}>
            <strong>Amara</strong> replied to “Hiring in Pilsen”
          </TimelineItem>
          <TimelineItem icon={CalendarDays} time={<RelativeTime when={ago(300)} />}>
            <strong>Tom</strong> added “Founders’ breakfast”
          </TimelineItem>
          <TimelineItem icon={Heart} time={<RelativeTime when={ago(3000)} />}>
            <strong>Priya</strong> liked your topic
          </TimelineItem>
        </Timeline>
      </Specimen>
    </Section>
  )
}
