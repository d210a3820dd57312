-- Who left, when an offer ended because of it. 'left' is that of older rows.
alter table introduction_offers drop constraint introduction_offers_closed_word_check;
alter table introduction_offers add constraint introduction_offers_closed_word_check check (closed_word in
  ('requester', 'status', 'target', 'reported_no', 'no_answer', 'left', 'introducer_left', 'target_left', 'requester_left'));

-- What a target outside answered by the link of this mail, to tell them when they open it again.
alter table outside_mails add column answer text check (answer in ('yes', 'no'));
