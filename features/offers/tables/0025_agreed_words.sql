-- What a planned introduction tells (introduction_words), as it was at the yes: what changes later was not agreed to. Kept until the mail is in
-- the outbox, or is not to be sent any more.
alter table introduction_mails add column words jsonb;
alter table introduction_mails add constraint no_words_once_posted check (posted_at is null or words is null);
-- Those that are planned at this moment tell what is there now.
update introduction_mails m set words = jsonb_build_object(
    'introducer', coalesce((select full_name from profiles where user_id = o.user_id), ''),
    'requester', coalesce(p.full_name, ''), 'company', coalesce(r.shown_company, ''),
    'target', coalesce((select nullif(t.full_name, '') from profiles t where t.id = r.target_profile_id), r.shown_person, ''),
    'words', coalesce(nullif(b.text, ''), r.context, ''))
  from introduction_offers o join introduction_requests r on r.id = o.request_id left join profiles p on p.user_id = r.user_id
    left join introduction_blurbs b on b.request_id = r.id
  where o.id = m.offer_id and o.state = 'agreed' and m.posted_at is null;

-- The header To, if it does not name those to whom the mail is delivered: recipient and other_recipients.
alter table outbox add column shown_to text[] not null default '{}';
