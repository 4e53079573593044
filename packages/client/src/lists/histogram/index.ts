export {estimateSlices, readSpread} from './estimate.ts';
export {type CountedPart, countParts, countSlices, sliceCounts} from './parts.ts';
export {slicesOf, type TimeSlice} from './slices.ts';
