/** Names that vendors usually give to parameters of paging and to members of a page. */
export const usualNames = {
  cursor:
    /^(?:cursor|page\[cursor\]|next_?cursor|page_?token|next_?page_?token|starting_after|start_?after|after|page_info|continuation(?:_?token)?|bookmark|scroll_?param|next|marker|page\.after|pagination\.cursor|last_?seen_?id|page\[after\])$/i,
  offset:
    /^(?:offset|skip|start|startat|start_?index|_skip|\$skip|page\[offset\]|startposition|skiprecords|pagination\.offset)$/i,
  page: /^(?:page|page_?number|page_?no|page\[number\]|_page|page\[page\]|page\.number|page_?index|current_?page)$/i,
  size: /^(?:limit|per_?page|page_?size|count|max_?results|page\[size\]|page\[limit\]|top|\$top|take|first|size|_limit|max_?return|batch_?size|page\.size|per|records_?per_?page|max|pagination\.limit)$/i,
  hiding:
    /^(?:status|state|archived|archived_status|disabled|active|include_?(?:archived|disabled|inactive|converted)\w*|show_?(?:archived|completed)|filter)$/i,
  nextURL:
    /(?:^|\.)(?:@odata\.nextLink|next(?:_?(?:page|url|uri|link|href|page_url|page_uri|page_link))?|next\.(?:href|uri|url|link)|nextPage\.uri)$/i,
  nextCursor:
    /(?:^|\.)(?:next_?cursor|cursor|next_?page_?token|next_?token|next_?offset|starting_after|end_?cursor|after|next_starting_after|next\.starting_after|next|next_?page|scroll_param|next_page_id|continuation|bookmark)$/i,
  total: /(?:^|\.)(?:total|total_?(?:count|results|items|records|elements))$/i,
  pages: /(?:^|\.)(?:total_?pages|page_?count|last_?page|num_?pages)$/i,
  more: /(?:^|\.)(?:has_?more|has_?next(?:_?page)?|more_?data_?available|more_items_in_collection)$/i,
}

export const everythingShown = /^(?:all|any|both|all_not_deleted|true|\*|)$/i
