import { type Sql, sql } from '../../database/connection/sql.ts'
import { literal } from '../../database/list/limit.ts'
import { MAX_UNSEEN } from './contract.ts'

/** Topics and replies as contract JSON, for any statement that selects from or returns posts or comments. */

const author = (userId: Sql) => sql`(select json_build_object('id', p.id, 'full_name', p.full_name,
  'profile_picture', p.avatar_url) from profiles p where p.id = ${userId})`

/** For INSERT … RETURNING: is_mine() is still false there, because an after-trigger records the anonymous author. */
export const justWritten = sql`true`

/** A subquery and not a function, which would be started for each row of a list. */
const unseen = sql`(
  select json_build_object('count', count(*), 'first_reply_id', min(id)) from (
    select c.id from topic_visits v join comments c on c.post_id = v.post_id and c.id > v.last_reply_id
    where v.post_id = posts.id and v.profile_id = my_profile_id() and not is_mine(c) order by c.id limit ${literal(MAX_UNSEEN)}) unseen
  having count(*) > 0)`

export const topicJson = (isMine = sql`is_mine(posts)`) => sql`json_build_object(
  'id', posts.id, 'title', posts.title, 'content', posts.content, 'tags', posts.tags, 'category', category_of(posts),
  'user_id', posts.user_id, 'author', ${author(sql`posts.user_id`)}, 'is_anonymous', posts.is_anonymous,
  'is_pinned', posts.is_pinned, 'is_edited', posts.updated_at > posts.created_at,
  'comments_count', posts.comments_count, 'likes_count', posts.likes_count,
  'is_liked', exists (select from post_likes l where l.post_id = posts.id and l.profile_id = my_profile_id()),
  'created_at', posts.created_at, 'updated_at', posts.updated_at, 'version', posts.version, 'can_edit', ${isMine}, 'can_pin', ${isMine},
  'is_mine', ${isMine}, 'active_at', posts.active_at, 'unseen', ${unseen},
  'mentions', case when posts.is_anonymous then '[]' else mentions_json(posts.mentions, posts.content) end)`

export const replyJson = (isMine = sql`is_mine(comments)`) => sql`json_build_object(
  'id', comments.id, 'post_id', comments.post_id, 'parent_comment_id', comments.parent_comment_id,
  'content', comments.content, 'user_id', comments.user_id, 'author', ${author(sql`comments.user_id`)},
  'is_anonymous', comments.is_anonymous, 'is_edited', comments.updated_at > comments.created_at,
  'likes_count', comments.likes_count, 'created_at', comments.created_at, 'updated_at', comments.updated_at,
  'version', comments.version, 'can_edit', ${isMine}, 'is_mine', ${isMine},
  'mentions', case when comments.is_anonymous then '[]' else mentions_json(comments.mentions, comments.content) end)`
