/**
 * The functions that each role may execute and the columns it may write, listed by hand. functions.test.ts compares the lists with the
 * catalogue of all schemas. Add every new function and grant here, and consider who can call it.
 */

/** Letters of the roles that may execute: s(erver), m(ember), v(isitor); '-' for none of them. */
type Callable = Record<string, string>

/** SECURITY DEFINER: they bypass row-level security, so each must check what its caller may see. */
export const definers: Callable = {
  'change_of_my_event(bigint)': 'm',
  'delete_account(uuid,text)': 's',
  'enqueue(text,jsonb,timestamp with time zone)': 'sm',
  'forget_old_audit(integer)': 's',
  'live_cursor()': 'sm',
  'my_event_changes()': 'm',
  'my_factors()': 'sm',
  'my_hidden_rows()': 'm',
  'my_safety_entry(bigint)': 'm',
  'notify_followers(integer)': 's',
  'notify_member(uuid,text,text,text,integer,text,text)': '-',
  'remove_one_due()': 's',
  'revoke_access(uuid,uuid)': 's',
  'tell(text,text,integer,integer,uuid)': '-',
}

/** SECURITY DEFINER triggers. They cannot be called directly, and run after a write that the rules allowed. */
export const definerTriggers = [
  'announce()',
  'announce_investor_comment()',
  'announce_to_recipients()',
  'count_investor_comment()',
  'count_likes()',
  'count_replies()',
  'delete_empty_notifications()',
  'draw_comment_id()',
  'end_access_of_factor()',
  'end_access_of_user()',
  'end_streams()',
  'enqueue_followers()',
  'enqueue_mail()',
  'follow_topic()',
  'forget_investor()',
  'forget_investor_comment()',
  'forget_member_in_forum()',
  'forget_reply()',
  'forget_request()',
  'forget_request_comment()',
  'forget_topic()',
  'keep_introduction_history()',
  'note_introduction_status()',
  'notify_mentioned_in_reply()',
  'notify_mentioned_in_topic()',
  'notify_of_event_change()',
  'notify_of_investor_comment()',
  'notify_of_like()',
  'notify_of_request_comment()',
  'notify_of_safety()',
  'notify_of_status()',
  'notify_target()',
  'record_event_change()',
  'remember_anonymous_author()',
  'rename_author_of_topics()',
  'rename_requester()',
]

export const otherTriggers = [
  'begin_activity()',
  'mark_updated()',
  'refuse_change()',
  'refuse_early_deletion()',
  'set_introduction_search_text()',
  'set_topic_search_text()',
  'stamp_edit()',
  'stamp_event()',
  'write_forum_reply()',
  'write_forum_topic()',
]

/** SECURITY INVOKER: the caller's row-level rules apply inside them. */
export const invokers: Callable = {
  'notify_mentioned(integer[],text,text,text,text,text)': '-',
  'forget_thread(text,text)': '-',
  'forget_subject(text,text)': '-',
  'notification_json(notifications)': 'smv',
  'mentions_json(integer[],text)': 'smv',
  'is_mentioned(profiles,text)': 'smv',
  'my_ways(text[])': 'smv',
  'is_time_zone(text)': 'smv',
  'is_about_safety(text)': 'smv',
  'default_way(text)': 'smv',
  'act_as(uuid,integer)': 's',
  'activity_json(text,integer,timestamp with time zone,integer,integer)': 'smv',
  'allowance_of(sessions)': 'smv',
  'as_exported(jsonb)': 'smv',
  'as_saved(profiles)': 'smv',
  'blank_topics(integer[])': '-',
  'category_of(posts)': 'smv',
  'detach_anonymous_content(uuid,integer,boolean)': '-',
  'earlier_answer(text)': 'smv',
  'authenticate(bytea)': 's',
  'authenticate_read(bytea)': 's',
  'events_forgets(uuid)': '-',
  'former_member()': 'smv',
  'forum_forgets(uuid,integer,text)': '-',
  'has_second_factor(uuid)': 'smv',
  'in_my_name(integer,boolean)': 'smv',
  'jobs.create_queue(text,jsonb)': '-',
  'jobs.delete_queue(text)': '-',
  'jobs.job_now()': '-',
  'jobs.job_table_format(text,text)': '-',
  'jobs.job_table_run(text,text,text)': '-',
  'jobs.job_table_run_async(text,integer,text,text,text)': '-',
  'introductions_forgets(uuid,text)': '-',
  'investors_forgets(uuid,integer,text)': '-',
  'is_mine(comments)': 'smv',
  'is_mine(introduction_requests)': 'smv',
  'is_mine(investor_comments)': 'smv',
  'is_mine(investors)': 'smv',
  'is_mine(posts)': 'smv',
  'is_mine(profile_contacts)': 'smv',
  'is_mine(profiles)': 'smv',
  'is_mine(resources)': 'smv',
  'is_my_request(integer)': 'smv',
  'is_valid(sessions,users)': 'smv',
  'may_delete(introduction_comments)': 'smv',
  'me()': 'smv',
  'my_profile_id()': 'smv',
  'owes_second_factor(sessions)': 'smv',
  'plain(text)': 'smv',
  'random_moment_within(interval)': '-',
  'resources_forgets(uuid)': '-',
  'search_patterns(text,boolean)': 'smv',
  'search_query(text)': 'smv',
  'search_words(text)': 'smv',
  'has_word_like(text,text)': 'smv',
  'tags_as_text(text[])': 'smv',
  'throttle(text,integer,integer)': 's',
  'today_in(text,timestamp with time zone)': 'smv',
  'typed_words(text)': 'smv',
  'urgency_rank(text)': 'smv',
  'with_star(integer[],integer,integer)': 'smv',
  'word_starts(text)': 'smv',
  'words_of(text)': 'smv',
  'wrote_anonymous_reply(integer)': 'smv',
  'wrote_anonymous_topic(integer)': 'smv',
}

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
  'introduction_comments member insert': 'request_id user_id comment_text mentions',
  'introduction_requests member insert':
    'user_id request_title context your_company target_person urgency target_profile_id',
  'introduction_requests member update':
    'request_title context your_company target_person urgency status target_description title requester_company company target_name target_profile_id',
  'introduction_targets member insert': 'request_id target_email',
  'introduction_targets member update': 'target_email',
  'investor_comments member insert': 'investor_id user_id content rating is_private mentions',
  'investor_comments member update': 'content rating is_private mentions',
  'investors member insert':
    'name title firm email website linkedin twitter focus stage check_size description notes user_id',
  'investors member update': 'name title firm email website linkedin twitter focus stage check_size description notes',
  'mutes member insert': 'user_id muted_id',
  'notifications member update': 'read_at',
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
  'topic_follows member insert': 'post_id profile_id',
  'topic_visits member insert': 'post_id profile_id last_reply_id',
  'topic_visits member update': 'last_reply_id visited_at',
}
