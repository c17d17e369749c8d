/** Single words that carry blame or praise, and words that turn them round. A trailing `*` stands for any ending. */

export const BLAME_WORDS = `
bad badly worse worst poor poorly terrible terribly horrible horribly horrendous awful awfully dreadful dismal abysmal atrocious appalling
lousy mediocre subpar underwhelming lackluster lacklustre disappoint* dissapoint* disapoint* frustrat* annoy* anoying irritat* infuriat* aggravat*
angry furious upset unhappy dissatisfied unsatisfied fed hate hated hates hating dislike disliked dislikes despise regret
useless worthless pointless unusable unreadable unbearable unacceptable ridiculous absurd insane stupid dumb silly lame pathetic joke garbage trash
rubbish junk crap crappy sucks suck sucked disgusting disaster nightmare mess messy messed shame sad sadly unfortunately
slow slower slowest slowly slowness sluggish lag lags lagging laggy lagged delay delays delayed hang hangs hanging choppy jittery unresponsive
buggy bug bugs glitch* crash* freeze freezes freezing froze frozen stuck broken broke breaks breaking fail fails failed failing failure failures
error errors fault faulty flaw flaws flawed issue issues problem problems problematic trouble troubles troublesome wonky janky finicky flaky fiddly
unstable unreliable inconsistent inaccurate incorrect incorrectly wrong wrongly mismatch* mistake mistakes corrupt* distorted blurry garbled scrambled
lost lose loses losing missing misses disappear* vanish* delete deleted deletes wiped erased gone
hard harder difficult difficulty difficulties complicated complex complexity confus* unclear vague ambiguous misleading cumbersome clunky clumsy awkward
tedious tiresome lengthy exhausting overwhelm* unintuitive counterintuitive convoluted cluttered clutter cramped tiny ugly outdated dated obsolete
archaic antiquated primitive basic barebones bloated bloat bloatware heavy bulky redundant repetitive duplicate duplicates overkill overcomplicated
expensive pricey pricy overpriced costly costlier steep prohibitive exorbitant excessive extortionate greedy unaffordable waste wasted wasting
limit limited limiting limits limitation* restrict* rigid inflexible lack lacks lacking lacked insufficient incomplete unfinished immature unpolished
incompatible unsupported unavailable unable inability impossible inconvenient inefficient unnecessary
scam scams fraud ripoff steal stealing stolen cheat cheated deceptive dishonest shady predatory unethical hack hacked unsafe insecure intrusive invasive
spam spammy nag nags nagging bother bothers bothersome pushy
rude unhelpful unprofessional incompetent ignored ignores ignoring unfriendly unresponsive
struggle struggled struggles struggling pain painful headache* hassle hassles nuisance gripe gripes hurdle hurdles hiccup hiccups quirk quirks quirky
drawback* downside* shortcoming* con cons negative negatives weakness weaknesses workaround* challenge challenges challenging tricky skeptical hesitant
drain drains drained draining overheat* disconnect* timeout timeouts outage* downtime reset resets uninstall* weird strange odd
never nothing forced force forces hidden barely rarely sparse meh nonexistent overly stringent burden burdensome lackluster misses noisy inflated skewed`;

export const PRAISE_WORDS = `
good great excellent awesome amazing fantastic wonderful brilliant superb outstanding stellar terrific delightful incredible perfect perfectly flawless flawlessly
love loved loves loving like likes liked enjoy enjoy* favorite favourite appreciate* adore fun nice nicely fine better best super superior solid
easy easily easier simple simply intuitive straightforward friendly handy convenient helpful useful valuable invaluable essential effective efficient
fast quick quickly faster smooth smoothly seamless seamlessly reliable robust powerful flexible accurate clean clear beautiful cool polished responsive attentive
happy pleased satisfied glad impressed impressive thank thanks kudos recommend recommended recommends affordable worth well works helps helped saves saved
streamlined knowledgeable proactive supportive insightful innovative effortless effortlessly exceptional phenomenal game-changer lifesaver`;

export const NEGATORS = `not no never none nothing without neither nor hardly barely zero nobody cant lack lacks lacking`;

export const SEVERE_WORDS = `
terrible horrible awful horrendous dreadful atrocious appalling abysmal disgusting disaster nightmare pathetic worst useless worthless unusable unacceptable
ridiculous garbage trash rubbish junk crap crappy sucks suck joke scam fraud hate hated waste wasted wasting furious infuriating steal stealing robbed thieves
lawsuit avoid incompetent unprofessional refund uninstall uninstalled uninstalling deleting never beware shameful disgrace insulting lies lied liars
nul nulle arnaque honte inadmissible inutilisable catastrophe catastrophique horrible déplorable lamentable scandaleux désinstalle désinstallé poubelle`;
