-- Every member may read every profile row: fields that a member can hide are in profile_contacts, and a searched table needs the policy
-- `true` to use its indexes. The list query itself leaves out profiles without a name.
create policy members_read_profiles on profiles for select to community_member using (true);
create policy members_see_contacts_shared_with_them on profile_contacts for select to community_member
  using (visibility = 'members');

-- A member as the directory and the member page show them, with all specified field names. Contains only public fields: members
-- see their own page as others see it.
create view members with (security_invoker = true) as
  select p.id, p.user_id, p.full_name, p.title, p.company_name, p.company_description, p.company_website, p.industry, p.stage,
    p.fundraising_status, p.needs, p.contact_method, p.location, p.twitter_handle, p.linkedin_url, p.website, p.bio, p.can_help_with,
    p.completion_percentage, p.created_at, p.updated_at, p.github, p.avatar_url,
    p.can_help_with as expertise, p.linkedin_url as linkedin, p.avatar_url as profile_picture,
    nullif(email.value, '') as email, nullif(phone.value, '') as phone
  from profiles p
  left join profile_contacts email on email.profile_id = p.id and email.kind = 'email' and email.visibility = 'members'
  left join profile_contacts phone on phone.profile_id = p.id and phone.kind = 'phone' and phone.visibility = 'members';

grant select on profiles, members to community_member;
