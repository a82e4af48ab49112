-- no transaction
-- A leaderboard counts the judgements of raters who could know the models, which are few.
create index concurrently if not exists judgement_informed on judgement (task_id, informed) where informed is not null;
