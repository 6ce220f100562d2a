/** https://www.w3.org/TR/xml/#sec-predefined-ent */
const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

/** Returns the text of the first element with the name; undefined if there is none. */
export const findXmlText = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`)
    .exec(xml)?.[1]
    ?.replaceAll(/&(\w+);/g, (all, entity: string) => entities[entity] ?? all)
