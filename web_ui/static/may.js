// What this phone offers: the table says so, for each seat.
export const HOST = "host";
export const may = (state, seat, name) => (seat === HOST ? state.host_offers : state.offers[seat])?.includes(name) ?? false;
