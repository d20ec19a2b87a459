// What this phone offers: the table says so, for each seat.
export const may = (state, seat, name) => state.offers[seat]?.includes(name) ?? false;
