-- Likes of anonymous topics are told to nobody, but numbers that all likes get one after the other let everybody count those between two likes
-- of named topics. So they are drawn at random (gen_random_uuid() takes from the operating system's random source; random() can be
-- foretold). They only order likes of the same moment: what names a like is its topic and its member.
alter table post_likes alter column id drop identity;
alter table post_likes drop constraint post_likes_id_key;
alter table post_likes alter column id set default ('x' || right(gen_random_uuid()::text, 7))::bit(28)::integer;
update post_likes set id = default;
update hidden_rows set row = row || jsonb_build_object('id', ('x' || right(gen_random_uuid()::text, 7))::bit(28)::integer)
  where table_name = 'post_likes';
