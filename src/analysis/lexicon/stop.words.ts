/** Words that say nothing about a theme, in the languages the engine reads. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an the and or but if then so to of in on at for with by from as is are was were be been being am i me my mine we us our you your he him his she her it its this that these those they them their
there here what which who whom when where why how not no nor do does did doing done can could will would shall should may might must have has had having just very too really also even still only more most
much many some any all each every other another than into out up down over under again about after before since because while through get gets got getting make makes made let lets go goes going went gone
please great good nice love loved like best better bad worst awful terrible one two first use using used uses want wants wanted need needs needed time times thing things stuff way lot lots bit app apps application applications
program software product products tool work works working worked try tried trying see seen say says said tell know think thought come comes came back keep keeps kept put take takes took give gives gave
find found look looks looking show shows showing thanks thank hi hello sorry ok okay yes yeah well right now today ever never always sometimes often maybe already yet however though although unfortunately
actually basically literally honestly especially everything anything something nothing everyone anyone someone people person guys day days week weeks month months year years hour hours minute minutes
able unable easy hard new old last latest big small whole same different own such both few less least enough quite almost soon later long star stars review reviews rating fix fixed issue issues problem problems
able feel felt seem seems need become happen happens happened start starts started stop stops stopped end until else instead without within between around during per via etc im ive dont cant doesnt didnt wont
le la les l un une des du de d et ou mais si donc car à a au aux en dans sur pour par avec sans ce cet cette ces mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs je tu il elle on nous vous ils
elles me te se y que qui quoi dont où quand comment pourquoi ne pas plus moins très trop bien est sont était être été ai as avons avez ont avait avoir fait faire peut peux pouvoir tout tous toute toutes
appli application super merci même aussi encore depuis cela ça va rien jour jours fois quand déjà toujours alors comme après avant lors chaque autre autres aucun aucune sinon bonjour svp
der die das und ist nicht ich mit ein eine einen sehr auf für aber auch es zu kann gut man bei nach seit wird nur noch mehr wenn
el los las es y no una muy para con pero por mi lo se su al del más como cuando esta este os as não é muito uma com mas meu um eu o do da na no il gli non che molto per sono di mi si ho le anche`
    .split(/\s+/)
    .filter(Boolean),
);
