import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Checkbox, Switch } from '../ui/Checkbox.tsx'
import { MultiSelect } from '../ui/MultiSelect.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import { Select } from '../ui/Select.tsx'
import { StarRating } from '../ui/StarRating.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextField } from '../ui/TextField.tsx'
import { Section, Specimen } from './Section.tsx'

const industries = ['SaaS', 'Fintech', 'Healthcare', 'E-commerce', 'AI/ML', 'Climate/Clean Tech', 'Food & Beverage']
const stages = ['Idea/Pre-Product', 'MVP', 'Pre-Seed', 'Seed', 'Series A'] as const
const types = [
  { value: 'in_person', label: 'In Person' },
  { value: 'online', label: 'Online' },
  { value: 'hybrid', label: 'Hybrid' },
] as const

export function FieldsSection() {
  const [search, setSearch] = useState('')
  const [stage, setStage] = useState<(typeof stages)[number] | null>(null)
  const [type, setType] = useState<(typeof types)[number]['value']>('hybrid')
  const [needs, setNeeds] = useState(['Fintech', 'Climate/Clean Tech'])
  const [rating, setRating] = useState<number | null>(3)
  const [on, setOn] = useState(true)
  return (
    <Section title="Fields">
      <form noValidate onSubmit={event => event.preventDefault()}>
        <Specimen name="Text" stack>
          <TextField label="Full Name" placeholder="Amara Osei" autoComplete="off" />
          <TextField label="Email" type="email" required hint="Members see it unless you hide it." autoComplete="off" />
          <TextField label="Name" required error="Enter your name" autoComplete="off" />
          <TextField label="Account" disabled defaultValue="amara@example.com" />
        </Specimen>
        <Specimen name="Password and longer text" stack>
          <PasswordField
            label="Password"
            defaultValue="lake-michigan"
            autoComplete="off"
            aside={
              <a href="#fields" className="gallery-link">
                Forgot password?
              </a>
            }
          />
          <TextArea label="Bio" rows={4} limit={160} hint="It stands on your card." />
          <TextArea label="Content" required error="Write something first" rows={2} />
          <Button type="submit">Send</Button>
        </Specimen>
      </form>
      <Specimen name="Select" stack>
        <Select label="Stage" placeholder="Choose a stage" options={stages} value={stage} onChange={setStage} />
        <Select label="Event Type" options={types} value={type} onChange={setType} />
        <Select
          label="Contact"
          error="Choose one"
          placeholder="Choose"
          options={industries}
          value={null}
          onChange={() => {}}
        />
        <Select label="Closed" disabled options={stages} value="Seed" onChange={() => {}} />
      </Specimen>
      <Specimen name="Multi-select with search" stack>
        <MultiSelect
          label="Focus Areas"
          options={industries}
          value={needs}
          onChange={setNeeds}
          placeholder="Search areas"
        />
        <MultiSelect
          label="Needs"
          options={industries}
          value={[]}
          onChange={() => {}}
          placeholder="Search needs"
          error="Choose at least one"
        />
        <MultiSelect label="Fixed" disabled options={industries} value={['SaaS']} onChange={() => {}} />
      </Specimen>
      <Specimen name="Choices" stack>
        <StarRating label="Rating" value={rating} onChange={setRating} />
        <StarRating label="Rating (disabled)" value={4} onChange={() => {}} disabled />
        <Switch label="Private comment" hint="Only you will see it." checked={on} onChange={setOn} />
        <Switch label="Online Event" checked={false} onChange={() => {}} disabled />
        <Checkbox label="Remember this device" checked={on} onChange={setOn} />
        <Checkbox label="I agree" checked={false} onChange={() => {}} error="Please agree first" />
      </Specimen>
      <Specimen name="Search, filters" stack>
        <SearchBox value={search} onChange={setSearch} placeholder="Search topics..." />
        <Select
          labelHidden
          label="Category"
          options={['All Categories', 'General']}
          value="All Categories"
          onChange={() => {}}
        />
      </Specimen>
    </Section>
  )
}
