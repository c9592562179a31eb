/** The site's GraphQL takes any selection. `mlTagHighestProbability` is there because a variable that is declared must be used. */
export const REVIEW_LIST = `query ReviewList($input: ReviewListFrontendInput!, $shouldShowReviewListPhotoAltText: Boolean = false) {
  reviewListFrontend(input: $input) {
    ... on ReviewListFrontendResult {
      reviewsCount
      reviewCard {
        reviewUrl reviewScore reviewedDate helpfulVotesCount isApproved
        guestDetails { username avatarUrl countryCode countryName anonymous guestTypeTranslation }
        textDetails { title positiveText negativeText lang }
        partnerReply { reply }
        bookingDetails { customerType roomType { name } numNights checkinDate checkoutDate stayStatus }
        photos { id urls { size url } mlTagHighestProbability @include(if: $shouldShowReviewListPhotoAltText) }
      }
    }
    ... on ReviewsFrontendError { statusCode message }
  }
}`;
