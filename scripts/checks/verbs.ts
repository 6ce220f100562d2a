/** First words of functions. */
export const verbs = listWords(`
  abandon abort accept act activate add adjust admit advance aggregate agree allow alter
  analyze animate announce answer append apply approve archive are arrange ask assign
  associate attach attempt authenticate authorize back backdate backfill balance batch beat
  become begin behave bill bind block book boot bootstrap bound break browse build bundle call
  can cancel capitalize capture carry catch change check choose claim clamp classify clean
  clear click clip close coalesce collect color combine come commit compare compile complain
  complete compose compress compute conclude configure confirm connect consent consume contain
  contains continue control convert copy correct count cover create cut decide declare decode
  decompress decrypt deduplicate define delay delete deliver deny deploy derive descend
  describe deserialize detach detect diff differ digest disable discard disconnect dismiss
  dispatch display disturb divide do download drain draw drop dump edit embed emit empty
  enable encode encrypt end enqueue enroll ensure enter equals erase escape estimate evaluate
  evict examine exceed exchange execute exists expand expect expire explain export extend
  extract fail fall feed fence fetch fill filter find finish fit fits flag flatten flood flush
  focus fold follow force foresee forget format forward free freeze gather generate get give
  go grant greet group guard guess halt handle hang has hash hasten have hear hide highlight
  hit hold hurry hydrate identify ignore import indent index infer ingest inherit init
  initialize inject insert inspect install interpret interrupt invalidate invent invite invoke
  is isolate join jump keep kill know label launch lay learn leave let lift limit link list
  listen load locate lock log look lose mail make manage map mark mask match matches may
  measure meet memoize mend mention merge migrate mock move must name names narrow navigate
  need needs negotiate nest normalize note notify observe obtain occupy offer on open order overlay
  override pack pad paginate paint parse pass paste patch pause peek perform pick pin ping
  place plan plant play point poll pop populate post postpone predict prefer prefix preload
  prepare press preview print probe proceed produce project promote propose protect prove
  provide provoke prune publish pull pump purge push put qualify query queue quote raise rank
  rate reach read rebuild receive reclaim recognize reconcile reconnect record recover redact
  redeem redirect reduce refresh register rehearse reject relate release reload remember
  remind remove rename render renew reopen repair repeat replace replay reply report request
  requeue require rerun reserve reset resolve respond rest restart restore restrict resubmit
  resume retire retrieve retry return reveal reverse revert revise revive revoke rewind rewrap
  rewrite roll rotate round route run sample sanitize save say scale scan schedule score
  scrape scroll seal search see seed select send separate serialize serve set settle shard
  share shift shorten show shrink shuffle sign silence simulate skip sleep slice smooth sort
  spawn speed spend spill split spoil spread stage stamp stand start state stem step stop
  store stream stringify strip stub style submit subscribe subtract succeed suggest sum
  summarize supervise suppress suspend swap sweep switch sync tag take takes tally tap teach
  tear terminate test throttle throw tick tidy tie to toggle tokenize touch trace track
  transfer transform translate trial trigger trim truncate trust try turn unblock undo
  unescape uninstall unlock unpack unpause unseal unshare unsubscribe unwrap update upgrade
  upload upsert use validate vary verify view visit wait wake walk want wants warn was wash
  watch weigh widen will withdraw wrap write yield
`)

/** Irregular participles; the regular ones end with `ed`. */
export const participles = listWords(`
  begun bent bought broken brought built caught chosen done drawn driven fallen forgotten
  found gone gotten grown heard held hidden kept known laid led left lost made meant met paid
  proven rebuilt resent rewritten said seen sent shown shut slept sold spent spoken spun
  stolen stood struck stuck swept taken taught thought thrown torn understood undone
  unheard unproven withdrawn won written
`)

function listWords(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}
