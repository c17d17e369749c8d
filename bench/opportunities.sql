-- One million realistic opportunities: a few products, countries and industries have most of them, ratings
-- correlate with frustration, and posts have no rating. Foreign keys are not checked: the feed does not read reviews.
SET session_replication_role = replica;
SET synchronous_commit = off;
SET work_mem = '256MB';
SET maintenance_work_mem = '512MB';
SELECT setseed(0.42);

CREATE TEMP TABLE words AS
SELECT place, string_agg(syllable, '' ORDER BY part) AS word
FROM (
  SELECT place, part, (ARRAY['ka','lo','mi','tra','ne','sol','ver','ti','pan','dur','bel','ox','fi','gra','hun','jet'])[1 + floor(random() * 16)] AS syllable
  FROM generate_series(1, 20000) place, generate_series(1, 4) part
) syllables GROUP BY place;

CREATE TEMP TABLE fragments AS
SELECT picked.place, string_agg(word, ' ') AS fragment
FROM (
  SELECT place, 1 + floor(20000 * power(random(), 3))::int AS word_place
  FROM generate_series(1, 20000) place, generate_series(1, 8)
) picked JOIN words ON words.place = word_place GROUP BY picked.place;
ANALYZE fragments;

INSERT INTO products (id, name, review_count)
SELECT ('00000000-0000-4000-8000-' || lpad(place::text, 12, '0'))::uuid, 'Product ' || place, 5001 - place FROM generate_series(1, 5000) place;

INSERT INTO opportunities (id, source, review_id, post_id, product_id, frustration_tier, sentiment, has_buying_signal,
                           pain_points, score, need_points, reach_points, reach, signal, rating, country, industry, search_text, engine, created_at, published_at)
SELECT uuidv7(created_at - now()), source,
       CASE WHEN source = 'review' THEN gen_random_uuid() END, CASE WHEN source <> 'review' THEN gen_random_uuid() END,
       CASE WHEN source = 'review' OR chance < 0.3
         THEN ('00000000-0000-4000-8000-' || lpad((1 + floor(5000 * power(random(), 3)))::text, 12, '0'))::uuid END,
       CASE WHEN heat < 0.10 THEN 'critical' WHEN heat < 0.45 THEN 'high' WHEN heat < 0.8 THEN 'medium' ELSE 'low' END,
       CASE WHEN heat < 0.6 THEN 'negative' ELSE 'mixed' END,
       chance < CASE WHEN source = 'review' THEN 0.25 ELSE 0.85 END,
       '{"summary": "", "items": [], "buying_signals": [], "competitors_mentioned": [], "reason": ""}',
       -- Most score for a complaint, few for a need with a hurry and a budget.
       15 + round(70 * power(random(), 2)), 10, 0, (ARRAY['named', 'profile', 'anonymous', 'anonymous'])[1 + floor(random() * 4)],
       CASE WHEN random() < 0.3 THEN (ARRAY['alternative', 'leaving', 'recommendation', 'purchase'])[1 + floor(random() * 4)] END,
       CASE WHEN source = 'review' AND random() > 0.05 THEN least(5, 1 + round(heat * heat * 8) / 2) END,
       CASE WHEN random() > 0.2 THEN 'country ' || floor(120 * power(random(), 3))::int END,
       CASE WHEN random() > 0.25 THEN 'industry ' || floor(80 * power(random(), 3))::int END,
       one.fragment || ' ' || two.fragment || ' ' || three.fragment || ' ' || four.fragment
         || CASE WHEN row.place % 3 = 0 THEN ' common phrase' ELSE '' END
         || CASE WHEN row.place % 100 = 0 THEN ' seldom phrase' ELSE '' END
         || CASE WHEN row.place % 50000 = 0 THEN ' almost never phrase' ELSE '' END,
       'bench/1', created_at,
       -- Most texts are detected within a week, others are imported years later, and a few have no date.
       CASE WHEN age < 0.6 THEN created_at - random() * interval '7 days'
            WHEN age < 0.95 THEN created_at - random() * interval '5 years' END
FROM (
  SELECT place, random() AS chance, random() AS heat, random() AS age,
         1 + floor(random() * 20000)::int AS f1, 1 + floor(random() * 20000)::int AS f2,
         1 + floor(random() * 20000)::int AS f3, 1 + floor(random() * 20000)::int AS f4,
         CASE WHEN pick < 0.8 THEN 'review' WHEN pick < 0.92 THEN 'forum' ELSE 'network' END AS source,
         now() - make_interval(secs => (1000000 - place) * 94.0) AS created_at
  FROM (SELECT place, random() AS pick FROM generate_series(1, 1000000) place) numbered
) row
JOIN fragments one ON one.place = f1 JOIN fragments two ON two.place = f2
JOIN fragments three ON three.place = f3 JOIN fragments four ON four.place = f4
ORDER BY row.place;

-- A team that has triaged 100,000 opportunities: the newest 30,000 without gaps, the others scattered.
INSERT INTO teams (id, name, tier, subscription_status) VALUES ('11111111-1111-4111-8111-111111111111', 'Busy', 'scale', 'active');
INSERT INTO opportunity_triage (team_id, opportunity_id, status, viewed_at, opportunity_created_at, opportunity_dated_at,
                                frustration_rank, opportunity_score)
SELECT '11111111-1111-4111-8111-111111111111', id,
       (ARRAY['new','contacted','qualified','converted','lost','dismissed','dismissed','dismissed'])[1 + floor(random() * 8)],
       CASE WHEN random() < 0.9 THEN now() END, created_at, dated_at, frustration_rank, score
FROM (
  SELECT id, created_at, dated_at, frustration_rank, score, row_number() OVER (ORDER BY created_at DESC) AS age FROM opportunities
) aged WHERE age <= 30000 OR random() < 0.072;

INSERT INTO follows (team_id, product_id)
SELECT '11111111-1111-4111-8111-111111111111', ('00000000-0000-4000-8000-' || lpad((place * 97)::text, 12, '0'))::uuid FROM generate_series(1, 50) place;

SET session_replication_role = origin;
