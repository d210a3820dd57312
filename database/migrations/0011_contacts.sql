-- A row for each contact instead of a column: row-level rules hide rows, so each can be hidden by itself.

alter table profile_contacts rename to contacts_before;

create table profile_contacts (
  profile_id integer not null references profiles on delete cascade,
  kind text not null check (kind in ('email', 'phone')),
  value text not null default '',
  visibility text not null default 'only me' check (visibility in ('members', 'only me')),
  primary key (profile_id, kind)
);
alter table profile_contacts enable row level security;

insert into profile_contacts (profile_id, kind, value, visibility)
  select profile_id, 'email', coalesce(email, ''), email_visibility from contacts_before
  union all
  select profile_id, 'phone', coalesce(phone, ''), phone_visibility from contacts_before;
drop table contacts_before;

-- A member as the directory and the member page show them, under every name the specification reads. It has what everybody
-- may see, also for the member themself, so that they see what others see.
create view members with (security_invoker = true) as
  select p.id, p.user_id, p.full_name, p.title, p.company_name, p.company_description, p.company_website, p.industry, p.stage,
    p.fundraising_status, p.needs, p.contact_method, p.location, p.twitter_handle, p.linkedin_url, p.website, p.bio, p.can_help_with,
    p.completion_percentage, p.created_at, p.updated_at, p.github, p.avatar_url,
    p.can_help_with as expertise, p.linkedin_url as linkedin, p.avatar_url as profile_picture,
    nullif(email.value, '') as email, nullif(phone.value, '') as phone
  from profiles p
  left join profile_contacts email on email.profile_id = p.id and email.kind = 'email' and email.visibility = 'members'
  left join profile_contacts phone on phone.profile_id = p.id and phone.kind = 'phone' and phone.visibility = 'members';
