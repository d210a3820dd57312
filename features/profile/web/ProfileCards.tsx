import type { ChangeEvent, ReactNode } from 'react'
import { contactMethods, fundraisingStatuses, helpTopics, industries, stages } from '../../../contract/options.ts'
import { Card } from '../../../web/ui/Card.tsx'
import { MultiSelect } from '../../../web/ui/MultiSelect.tsx'
import { Select } from '../../../web/ui/Select.tsx'
import { TextArea } from '../../../web/ui/TextArea.tsx'
import { TextField } from '../../../web/ui/TextField.tsx'
import { limits } from '../contract.ts'
import type { Values } from './use-profile-form.ts'

type Text = { [Field in keyof Values]: Values[Field] extends string ? Field : never }[keyof Values]
type List = 'needs' | 'can_help_with'
type SectionProps = {
  values: Values
  problems: Record<string, string>
  onChange: (change: Partial<Values>) => void
}

/** Renders fields by their names in the profile. The buttons of the completion card focus a field by its data-field. */
function fieldsOf({ values, problems, onChange }: SectionProps) {
  const frame = (field: string, children: ReactNode, wide = false) => (
    <div data-field={field} className={wide ? 'sm:col-span-2' : undefined}>
      {children}
    </div>
  )
  const problemOf = (field: string) => Object.entries(problems).find(([name]) => name.split('.')[0] === field)?.[1]
  const bind = <F extends keyof Values>(field: F, label: string) => ({
    label,
    value: values[field],
    error: problemOf(field),
    onChange: (value: Values[F]) => onChange({ [field]: value }),
  })
  const bindInput = (field: Text & keyof typeof limits, label: string) => ({
    ...bind(field, label),
    limit: limits[field],
    onChange: (event: ChangeEvent<{ value: string }>) => onChange({ [field]: event.target.value }),
  })
  type More = { required?: boolean; hint?: string; placeholder?: string; type?: string; autoComplete?: string }
  return {
    line: (field: Text & keyof typeof limits, label: string, more: More = {}) =>
      frame(field, <TextField {...more} {...bindInput(field, label)} />),
    text: (field: Text & keyof typeof limits, label: string, more: More & { rows?: number } = {}) =>
      frame(field, <TextArea {...more} {...bindInput(field, label)} />, true),
    choice: (field: Text, label: string, options: readonly string[], none: string, more: More = {}) =>
      frame(field, <Select {...more} {...bind(field, label)} options={[{ value: '', label: none }, ...options]} />),
    list: (field: List, label: string, hint: string) =>
      frame(
        field,
        <MultiSelect {...bind(field, label)} hint={hint} options={helpTopics} placeholder="Choose any" />,
        true,
      ),
    visibility: (field: 'email_visibility' | 'phone_visibility', label: string) =>
      frame(
        field,
        <Select
          {...bind(field, label)}
          options={[
            { value: 'members', label: 'Members' },
            { value: 'only me', label: 'Only me' },
          ]}
        />,
      ),
  }
}

const Fields = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">{children}</div>
)

export function BasicCard({ children, ...section }: SectionProps & { children: ReactNode }) {
  const { line, text } = fieldsOf(section)
  return (
    <Card as="section" title="Basic Information">
      <div className="flex flex-col gap-6 md:flex-row md:items-start">
        {children}
        <div className="min-w-0 flex-1">
          <Fields>
            {line('full_name', 'Full Name', { required: true, autoComplete: 'name' })}
            {line('title', 'Title', { placeholder: 'Founder & CEO', autoComplete: 'organization-title' })}
            {line('location', 'Location', { placeholder: 'West Loop' })}
            {text('bio', 'Bio', { rows: 4 })}
          </Fields>
        </div>
      </div>
    </Card>
  )
}

export function CompanyCard(section: SectionProps) {
  const { line, text, choice } = fieldsOf(section)
  return (
    <Card as="section" title="Company Information">
      <Fields>
        {line('company_name', 'Company Name', { required: true, autoComplete: 'organization' })}
        {line('company_website', 'Company Website', { placeholder: 'https://example.com' })}
        {text('company_description', 'Company Description', {
          required: true,
          rows: 4,
          hint: 'The first 160 characters show on your card.',
        })}
        {choice('industry', 'Industry', industries, 'Select an industry', { required: true })}
        {choice('stage', 'Stage', stages, 'Select a stage', { required: true })}
        {choice('fundraising_status', 'Fundraising Status', fundraisingStatuses, 'Select a status')}
      </Fields>
    </Card>
  )
}

export function NeedsCard(section: SectionProps) {
  const { list } = fieldsOf(section)
  return (
    <Card as="section" title="Needs & Offerings">
      <Fields>
        {list('needs', 'Looking For', 'What other members could help you with.')}
        {list('can_help_with', 'Can Help With', 'What you can help other members with.')}
      </Fields>
    </Card>
  )
}

export function ContactCard(section: SectionProps) {
  const { line, choice, visibility } = fieldsOf(section)
  return (
    <Card as="section" title="Social & Contact">
      <Fields>
        {choice('contact_method', 'Preferred Contact Method', contactMethods, 'Not specified')}
        {line('website', 'Personal Website', { placeholder: 'https://example.com' })}
        {line('linkedin_url', 'LinkedIn', { placeholder: 'Username or link' })}
        {line('twitter_handle', 'Twitter', { placeholder: '@username' })}
        {line('github', 'GitHub', { placeholder: 'Username or link' })}
        <span className="hidden sm:block" />
        {line('email', 'Contact Email', { type: 'email', autoComplete: 'email' })}
        {visibility('email_visibility', 'Who sees your email')}
        {line('phone', 'Phone', { type: 'tel', autoComplete: 'tel' })}
        {visibility('phone_visibility', 'Who sees your phone')}
      </Fields>
    </Card>
  )
}
