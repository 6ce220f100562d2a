const words = (text: string): readonly string[] => text.trim().split(/\s+/)

export const firstNames = words(`
  Ada Adrian Agnes Aisha Alan Alma Amara Amir Ana Andre Anika Anton Aria Arjun Astrid Aylin Bea Ben
  Bianca Boris Bruno Carla Carmen Cedric Celia Chiara Clara Cyrus Dalia Daniel Dario David Diego Dina
  Edda Eduardo Elena Elias Elif Emil Emma Enzo Erik Esther Eva Fabian Farah Felix Fiona Flora Frida
  Gabriel Gemma George Greta Hana Hannah Hassan Helena Hugo Ibrahim Ida Ines Ingrid Iris Isaac Ivan
  Jana Jasper Javier Joan Jonas Julia June Kai Karim Katja Kenji Klara Lars Laura Leila Leo Lila Lin
  Linus Livia Lola Louis Luca Lucia Magnus Maja Malik Marco Maria Marta Matteo Maya Mei Mila Milan
  Mina Mira Mohan Nadia Naomi Nico Nina Noah Nora Oksana Olga Oliver Omar Oscar Otto Pablo Paula
  Pedro Petra Pia Priya Quentin Rafael Rania Ravi Rosa Ruben Ruth Salma Samuel Sara Selma Simon Sofia
  Stefan Stella Sven Tara Theo Thea Tomas Uma Valeria Vera Victor Viola Wanda Wim Xenia Yara Yusuf
  Zoe`)

export const lastNames = words(`
  Abbott Acosta Adler Ahmed Almeida Andersen Arnaud Bailey Baker Barros Bauer Becker Bennett Berg
  Bianchi Blake Bosch Brandt Brooks Burke Calder Campos Carver Castro Chandra Chen Clarke Conti Costa
  Cruz Dalton Davies Delgado Diaz Dixon Dubois Duarte Eklund Ellis Engel Esposito Farrell Ferreira
  Fischer Flores Fontaine Ford Fraser Fuchs Garcia Gibson Gomez Graham Grant Greco Haas Hansen Harper
  Hayes Hoffman Holm Horvat Hughes Ibarra Ito Iversen Jansen Jensen Jones Kapoor Kaya Keller Khan Kim
  Kowalski Kraus Kumar Lang Larsen Laurent Lehmann Leone Lindqvist Lopez Lund Maier Marino Martens
  Medina Mendes Meyer Mills Moreau Moretti Morris Nair Nakamura Navarro Nielsen Novak Oakley Okafor
  Olsen Ortega Osman Park Patel Pereira Petrov Pinto Price Quinn Ramos Reed Reyes Ricci Rivera Romano
  Rossi Roy Ruiz Sanders Santos Sato Schmidt Schulz Sharma Silva Singh Soto Stone Suzuki Tanaka Taylor
  Torres Turner Ueda Vargas Vega Vogel Wagner Walsh Weber Wells Winter Wong Yamada Young Zhang Zimmer`)

export const companyHeads = words(`
  Alder Amber Anchor Apex Arbor Aspen Atlas Aurora Beacon Birch Blue Boreal Bright Canyon Cedar Cobalt
  Compass Copper Coral Crescent Delta Ember Evergreen Falcon Fern Forge Garnet Glacier Granite Harbor
  Harvest Hazel Heron Highland Horizon Indigo Iron Ivory Jasper Juniper Keystone Lagoon Lantern Laurel
  Linden Lumen Maple Marble Meadow Meridian Mesa Mistral Moss North Oak Obsidian Ocean Onyx Opal Orchard
  Osprey Pebble Pine Pioneer Prairie Quarry Quartz Raven Redwood River Rowan Saffron Sage Sierra Silver
  Slate Solstice Sparrow Spruce Sterling Summit Swift Tamarack Tidal Timber Topaz Umber Valley Vantage
  Vesper Violet Willow Zephyr`)

export const companyMiddles = words(`
  Bay Bridge Brook Creek Crest Field Gate Grove Hill Lake Light Line Path Peak Point Ridge Rock Stone
  Water Way Wind Wood Works Yard`)

export const companyTails = words(`
  Analytics Biotech Builders Capital Coffee Consulting Dynamics Electric Energy Engineering Farms
  Financial Foods Freight Furniture Health Hospitality Industries Insurance Interiors Labs Logistics
  Manufacturing Marine Media Motors Networks Optics Outfitters Packaging Partners Pharma Power Press
  Robotics Software Solar Studios Supply Systems Textiles Tools Travel Ventures`)

export const industries = [
  'Agriculture',
  'Banking',
  'Biotechnology',
  'Construction',
  'Consulting',
  'Education',
  'Energy',
  'Finance',
  'Healthcare',
  'Hospitality',
  'Insurance',
  'Manufacturing',
  'Media',
  'Retail',
  'Technology',
  'Transportation',
] as const

export const departments = [
  'Engineering',
  'Finance',
  'Human Resources',
  'IT',
  'Legal',
  'Marketing',
  'Operations',
  'Procurement',
  'Sales',
  'Support',
] as const

export const jobLevels = ['Director', 'Head', 'Lead', 'Manager', 'Specialist', 'VP'] as const

export const streets = words(`
  Birch Canal Castle Cedar Chapel Church Elm Garden Harbour High Juniper King Lake Linden Maple Market
  Mill Oak Orchard Park Queen River School Spring Station Sunset Temple Union Victoria Walnut`)

export const streetKinds = ['Street', 'Avenue', 'Road', 'Lane', 'Boulevard'] as const

export interface City {
  city: string
  state: string
  postalCode: string
  country: string
  dialPrefix: string
}

/** Real cities; phone numbers use ranges reserved for fiction if there are any. */
export const cities: readonly City[] = [
  {
    city: 'Austin',
    state: 'TX',
    postalCode: '78701',
    country: 'United States',
    dialPrefix: '+1 512 555 01',
  },
  {
    city: 'Boston',
    state: 'MA',
    postalCode: '02108',
    country: 'United States',
    dialPrefix: '+1 617 555 01',
  },
  {
    city: 'Chicago',
    state: 'IL',
    postalCode: '60601',
    country: 'United States',
    dialPrefix: '+1 312 555 01',
  },
  {
    city: 'Denver',
    state: 'CO',
    postalCode: '80202',
    country: 'United States',
    dialPrefix: '+1 303 555 01',
  },
  {
    city: 'Portland',
    state: 'OR',
    postalCode: '97201',
    country: 'United States',
    dialPrefix: '+1 503 555 01',
  },
  {
    city: 'San Francisco',
    state: 'CA',
    postalCode: '94103',
    country: 'United States',
    dialPrefix: '+1 415 555 01',
  },
  {
    city: 'Toronto',
    state: 'ON',
    postalCode: 'M5H 2N2',
    country: 'Canada',
    dialPrefix: '+1 416 555 01',
  },
  {
    city: 'Vancouver',
    state: 'BC',
    postalCode: 'V6B 1A1',
    country: 'Canada',
    dialPrefix: '+1 604 555 01',
  },
  {
    city: 'London',
    state: '',
    postalCode: 'EC1A 1BB',
    country: 'United Kingdom',
    dialPrefix: '+44 20 7946 09',
  },
  {
    city: 'Manchester',
    state: '',
    postalCode: 'M1 1AE',
    country: 'United Kingdom',
    dialPrefix: '+44 161 496 09',
  },
  {
    city: 'Dublin',
    state: '',
    postalCode: 'D02 X285',
    country: 'Ireland',
    dialPrefix: '+353 20 910 00',
  },
  {
    city: 'Berlin',
    state: '',
    postalCode: '10115',
    country: 'Germany',
    dialPrefix: '+49 30 23125 0',
  },
  {
    city: 'München',
    state: 'Bayern',
    postalCode: '80331',
    country: 'Germany',
    dialPrefix: '+49 89 99998 0',
  },
  {
    city: 'Zürich',
    state: 'ZH',
    postalCode: '8001',
    country: 'Switzerland',
    dialPrefix: '+41 44 000 00 ',
  },
  {
    city: 'Paris',
    state: '',
    postalCode: '75001',
    country: 'France',
    dialPrefix: '+33 1 99 00 00 ',
  },
  {
    city: 'Lyon',
    state: '',
    postalCode: '69001',
    country: 'France',
    dialPrefix: '+33 4 65 71 00 ',
  },
  {
    city: 'Malmö',
    state: '',
    postalCode: '211 19',
    country: 'Sweden',
    dialPrefix: '+46 40 628 04 ',
  },
  {
    city: 'Melbourne',
    state: 'VIC',
    postalCode: '3000',
    country: 'Australia',
    dialPrefix: '+61 3 7010 00',
  },
  {
    city: 'São Paulo',
    state: 'SP',
    postalCode: '01310-100',
    country: 'Brazil',
    dialPrefix: '+55 11 5550 00',
  },
  {
    city: 'Tokyo',
    state: '',
    postalCode: '100-0001',
    country: 'Japan',
    dialPrefix: '+81 3 0000 00',
  },
]

export const subjects = [
  'Cannot sign in after the update',
  'Invoice shows the wrong address',
  'Question about the contract renewal',
  'Export is missing the last column',
  'Delivery arrived damaged',
  'Please add a second administrator',
  'Report loads slowly on Mondays',
  'Password reset email never arrives',
  'How do we change the billing plan?',
  'Numbers differ between two dashboards',
] as const

export const chores = [
  'Call about the renewal',
  'Send the proposal',
  'Prepare the demo',
  'Check in after onboarding',
  'Ask for a reference',
  'Share the security questionnaire',
  'Confirm the delivery date',
  'Schedule the quarterly review',
] as const
