/** Rights on single columns, and those of the job queue, listed by hand. functions.test.ts compares them with the catalogue. */

/**
 * The rights of the job queue's role: letters as in TableLaw (law.ts), and functions. The serving role switches to it only for the
 * library's statements.
 */
export const queueRights = {
  tables: {
    'jobs.job': 'siu',
    'jobs.job_common': 'siud',
    'jobs.job_dependency': 'sd',
    'jobs.queue': 'siu',
    'jobs.schedule': 'su',
    'jobs.version': 'su',
  },
  functions: ['jobs.create_queue(text,jsonb)', 'jobs.job_now()'],
  schemas: ['jobs'],
}

/** Grants on single columns: 'table role command' and the columns. Grants on whole tables are in the law of their slice. */
export const columns: Record<string, string> = {
  'comments member insert': 'post_id user_id content is_anonymous mentions',
  'comments member update': 'content mentions',
  'events member insert':
    'title description location event_date start_time end_time ends_next_day event_type is_online meeting_link',
  'events member update':
    'title description location event_date start_time end_time ends_next_day event_type is_online meeting_link',
  'introduction_blurbs member insert': 'request_id text',
  'introduction_blurbs member update': 'text',
  'introduction_asks member insert': 'request_id user_id asked_id',
  'introduction_comments member insert': 'request_id user_id comment_text mentions',
  'introduction_offers member insert': 'request_id user_id note',
  'introduction_requests member insert':
    'user_id request_title context your_company target_person urgency target_profile_id target_investor_id',
  'introduction_requests member update':
    'request_title context your_company target_person urgency status target_description title requester_company company target_name target_profile_id target_investor_id confirmed_at',
  'introduction_targets member insert': 'request_id target_email',
  'introduction_targets member update': 'target_email',
  'introduction_thanks member insert': 'offer_id user_id text is_public',
  'introduction_thanks member update': 'text is_public',
  'investor_comments member insert': 'investor_id user_id content rating is_private mentions',
  'investor_comments member update': 'content rating is_private mentions',
  'investor_ties member insert': 'investor_id user_id kind shown',
  'investor_ties member update': 'kind shown',
  'investors member insert':
    'name title firm email website linkedin twitter focus stage check_size description notes user_id',
  'investors member update': 'name title firm email website linkedin twitter focus stage check_size description notes',
  'match_refusals member insert': 'user_id refused_id',
  'match_settings member insert': 'user_id is_suggested was_suggested changed_on',
  'match_settings member update': 'is_suggested was_suggested changed_on',
  'mutes member insert': 'user_id muted_id',
  'notifications member update': 'read_at',
  'outcome_settings member insert': 'user_id is_shown',
  'outcome_settings member update': 'is_shown',
  'outside_mails member select': 'id request_id user_id sent_at',
  'post_likes member insert': 'post_id profile_id',
  'posts member insert': 'user_id title content tags is_anonymous is_pinned mentions',
  'posts member update': 'title content tags is_pinned mentions',
  'profile_contacts member insert': 'profile_id kind value visibility',
  'profile_contacts member update': 'value visibility',
  'profile_contacts server insert': 'profile_id kind value visibility',
  'profiles member insert': 'user_id full_name',
  'profiles member update':
    'full_name title company_name company_description company_website industry stage fundraising_status needs can_help_with contact_method location twitter_handle linkedin_url github website bio avatar_url completion_percentage',
  'profiles server insert': 'user_id full_name',
  'resources member insert': 'title description resource_type category url user_id',
  'resources member update': 'title description resource_type category url',
  'tie_asks member insert': 'request_id user_id',
  'topic_follows member insert': 'post_id profile_id',
  'topic_visits member insert': 'post_id profile_id last_reply_id',
  'topic_visits member update': 'last_reply_id visited_at',
}
