-- The library: links that members share and files that they upload. What belongs to nobody is the community's own.

create table resources (
  id integer generated always as identity primary key,
  title text not null check (title ~ '\S'),
  description text not null default '',
  resource_type text not null default 'template' check (resource_type ~ '\S'),
  category text not null default 'other' check (category ~ '\S'),
  -- A link out, or an address of ours: what does not begin with 'http' is downloaded.
  url text not null check (url ~* '^https?://' or url ~ '^/api/resource-files/'),
  created_at timestamptz not null default now(),
  user_id uuid references users,            -- null: the community's own, which no member edits
  version integer not null default 1,
  -- The line break keeps a search from matching across both fields.
  search_text text collate "C" not null generated always as (plain(title || e'\n' || description)) stored
);
create index resources_newest on resources (created_at desc, id desc);
create index resources_of_category on resources (category, created_at desc, id desc);
create index resources_of_type on resources (resource_type, created_at desc, id desc);

-- An uploaded file: `key` is its random name in the file store and in its address, `name` what it is saved as.
create table resource_files (
  key text primary key check (key ~ '^[A-Za-z0-9_-]{22}$'),
  resource_id integer not null unique references resources on delete cascade,
  name text not null,
  size integer not null check (size > 0)
);

alter table resources enable row level security;
alter table resource_files enable row level security;

-- A new community begins with eight resources of its own. The files are part of the package (features/resources/starter).

insert into resources (title, description, resource_type, category, url, created_at)
select title, description, resource_type, category, '/api/resource-files/starter/' || file, now() - place * interval '1 second'
from (values
  (1, 'Fundraising pipeline', 'Every investor with status, check size, next step and due date in one sheet. It weighs the pipeline against what is still to raise, and shows who has gone quiet.',
    'template', 'fundraising', 'fundraising-pipeline.xlsx'),
  (2, 'Data-room checklist', 'Fifty-five documents investors ask for, in the order they ask: what good looks like, from which round on, who owns it, and how far you are.',
    'checklist', 'fundraising', 'data-room-checklist.xlsx'),
  (3, 'Cap table workbook', 'Put in shares, post-money SAFEs and the terms of a priced round, and see who owns what today, after conversion and after the round.',
    'template', 'finance', 'cap-table.xlsx'),
  (4, 'Investor update template', 'A monthly update that takes twenty minutes to write and two to read: asks, numbers, what went well and what did not. With a page for bad months.',
    'template', 'fundraising', 'investor-update.docx'),
  (5, 'Customer-interview guide', 'How to find the right people, fourteen questions about what they did last time, what to ask instead of "would you use this", and a note sheet.',
    'guide', 'product', 'customer-interviews.docx'),
  (6, 'First-hires checklist', 'From the question whether you need anybody to the ninetieth day: scorecard, interviews, the offer, and the paperwork for a company in Chicago.',
    'checklist', 'operations', 'first-hires.docx'),
  (7, 'Co-founder agreement: talking points', 'Twenty-one questions for three evenings, about effort, money, decisions, shares and leaving, with a page to write down what you agreed.',
    'guide', 'legal', 'cofounder-agreement.docx'),
  (8, 'Asking for introductions', 'How to ask so that it takes two minutes to say yes: the five rules, a note to forward, and what to do when you are the one who is asked.',
    'guide', 'marketing', 'asking-for-introductions.pdf')
) as starter (place, title, description, resource_type, category, file);
