/** Where an event stands in the calendar: what a list goes on after. The browser makes it of the last event it has. */
export const placeOf = (event: { event_date: string; start_time: string; id: number }) =>
  `${event.event_date}_${event.start_time}_${event.id}`

export const placeForm = /^(\d{4}-\d\d-\d\d)_(\d\d:\d\d)_(\d{1,10})$/
