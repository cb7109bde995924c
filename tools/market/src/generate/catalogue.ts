/** A product and its price range, in hundreds of won. `taxFreePercent` is the part of the price that bears no VAT. */
export type Product = Readonly<{ name: string; low: number; high: number; taxFreePercent?: number }>;

/** A category: how often a shop is of it, what its shops call themselves, what they sell. */
export type Category = Readonly<{
  name: string;
  shops: number;
  shopNames: readonly string[];
  /** Books and unprocessed farm produce bear no VAT in Korea. */
  taxFree: boolean;
  products: readonly Product[];
}>;

const product = (name: string, low: number, high: number, taxFreePercent?: number): Product =>
  taxFreePercent === undefined ? { name, low, high } : { name, low, high, taxFreePercent };

// prettier-ignore
export const CATEGORIES = {
  식품: {
    name: '식품', shops: 18, taxFree: false, shopNames: ['식탁', '푸드', '곳간', '찬방', '베이커리', '수제청', '떡집'],
    products: [
      product('수제 그래놀라 500g', 119, 189), product('저염 명란 200g', 149, 239), product('현미 누룽지 10봉', 99, 169),
      product('콜드브루 원액 1L', 129, 219), product('곤드레 비빔밥 6팩', 199, 299), product('홍삼정 스틱 30포', 399, 1290),
      product('비건 쿠키 세트', 159, 259), product('과일·한과 선물세트', 399, 990, 60), product('한우·양념육 모둠', 590, 1890, 70),
    ],
  },
  패션: {
    name: '패션', shops: 18, taxFree: false, shopNames: ['클로젯', '웨어', '스튜디오', '양장점', '슈즈', '옷장'],
    products: [
      product('린넨 오버핏 셔츠', 249, 459), product('데일리 슬랙스', 259, 429), product('여름 니트 가디건', 289, 529),
      product('캔버스 에코백', 129, 249), product('가죽 로퍼', 599, 1390), product('플리츠 롱스커트', 279, 459),
      product('면 티셔츠 2장', 159, 299), product('트렌치 재킷', 790, 1790),
    ],
  },
  가전: {
    name: '가전', shops: 8, taxFree: false, shopNames: ['전자', '가전', '디지털', '테크'],
    products: [
      product('무선 이어폰', 399, 1990), product('로봇청소기', 2490, 9900), product('공기청정기', 1590, 5490),
      product('27인치 모니터', 1890, 4990), product('기계식 키보드', 790, 1890), product('에어프라이어 6L', 890, 1990),
      product('BLDC 선풍기', 690, 1590), product('제습기 16L', 2590, 4490),
    ],
  },
  도서: {
    name: '도서', shops: 9, taxFree: true, shopNames: ['책방', '서점', '북스', '출판사'],
    products: [
      product('소설 『늦은 봄의 편지』', 135, 180), product('그림책 『달토끼네 빵집』', 117, 160), product('정보처리기사 기출문제집', 252, 380),
      product('어린이 과학 전집 20권', 990, 2480), product('경제 입문서', 158, 220), product('중고 만화 10권', 190, 420),
    ],
  },
  농산물: {
    name: '농산물', shops: 14, taxFree: true, shopNames: ['농원', '농장', '팜', '과수원', '들녘'],
    products: [
      product('성주 참외 5kg', 229, 389), product('유기농 쌈채소 1kg', 99, 179), product('햇양파 10kg', 139, 219),
      product('제주 하귤 3kg', 189, 299), product('친환경 백미 10kg', 339, 459), product('방울토마토 2kg', 149, 249),
      product('산나물 모둠', 159, 289), product('감자 5kg', 119, 199),
    ],
  },
  뷰티: {
    name: '뷰티', shops: 12, taxFree: false, shopNames: ['코스메틱', '뷰티', '랩', '향수공방'],
    products: [
      product('수분 크림 50ml', 189, 429), product('선크림 2개', 179, 329), product('헤어 에센스', 129, 259), product('립 틴트', 99, 199),
      product('마스크팩 20매', 149, 279), product('핸드메이드 향수 30ml', 390, 890), product('비타민 세럼', 239, 489),
    ],
  },
  생활: {
    name: '생활', shops: 16, taxFree: false, shopNames: ['살림', '홈', '잡화점', '리빙', '공방'],
    products: [
      product('호텔 수건 10장', 249, 399), product('규조토 발매트', 129, 239), product('스테인리스 텀블러', 159, 349),
      product('세탁세제 3L 2개', 159, 269), product('도자기 밥그릇 세트', 290, 690), product('LED 스탠드', 249, 690),
      product('원목 도마', 190, 490), product('섬유 탈취제 1L', 89, 159),
    ],
  },
  유아동: {
    name: '유아동', shops: 9, taxFree: false, shopNames: ['키즈', '아이방', '장난감집', '베베'],
    products: [
      product('원목 블록 100조각', 290, 690), product('유아 내복 3벌', 249, 419), product('어린이 킥보드', 490, 1290),
      product('역할놀이 주방', 590, 1490), product('물티슈 20팩', 189, 299), product('공룡 피규어 세트', 199, 459),
    ],
  },
  화훼: {
    name: '화훼', shops: 5, taxFree: false, shopNames: ['꽃집', '플라워', '화원'],
    products: [
      product('카네이션 화분', 159, 349), product('카네이션 꽃다발', 249, 590), product('용돈 꽃상자', 390, 790), product('공기정화 식물', 129, 490),
    ],
  },
  반려동물: {
    name: '반려동물', shops: 7, taxFree: false, shopNames: ['펫', '멍냥상회', '사료'],
    products: [
      product('연어 사료 2kg', 249, 459), product('수제 간식 모둠', 129, 239), product('벤토나이트 모래 3포', 199, 329), product('캣타워', 690, 1690),
    ],
  },
  스포츠: {
    name: '스포츠', shops: 8, taxFree: false, shopNames: ['스포츠', '캠핑', '아웃도어', '바이크'],
    products: [
      product('요가 매트', 190, 490), product('4인용 텐트', 1490, 3990), product('등산 스틱', 290, 690),
      product('자전거 헬멧', 390, 890), product('폼롤러', 129, 249), product('캠핑 의자 2개', 390, 890),
    ],
  },
} satisfies Record<string, Category>;

export type CategoryName = keyof typeof CATEGORIES;

/** The words shops begin their names with. */
// prettier-ignore
export const SHOP_WORDS = [
  '가온', '가람', '고운', '그루', '나린', '나무', '노을', '누리', '늘봄', '다온', '다솜', '단비', '달빛', '도담', '두레', '라온', '마루', '모아',
  '미르', '바다', '바른', '별하', '보늬', '봄날', '새빛', '새솔', '소담', '솔잎', '슬기', '아람', '아침', '여울', '예그린', '오름', '온새미', '올찬',
  '우리', '윤슬', '이든', '자연', '작은', '초록', '푸른', '하늘', '하람', '한결', '한빛', '해들', '해온', '화담',
] as const;

// prettier-ignore
export const SURNAMES = ['김', '이', '박', '최', '정', '강', '조', '윤', '장', '임', '한', '오', '서', '신', '권', '황', '안', '송', '류', '홍'] as const;

// prettier-ignore
export const GIVEN_NAMES = [
  '서연', '민준', '지우', '도윤', '하은', '예준', '수빈', '시우', '지민', '주원', '은서', '하준', '채원', '지호', '유진', '준서', '다은', '현우', '소율', '건우',
  '영숙', '영호', '미경', '상철', '정희', '성민', '은주', '재훈', '혜진', '동현', '경자', '병철', '순옥', '종수', '미란', '태식', '보람', '진아', '세훈', '나래',
] as const;

export const CANCEL_REASONS = [
  '단순 변심',
  '옵션을 잘못 골랐어요',
  '배송 지연',
  '상품 하자',
  '사이즈가 맞지 않음',
  '오배송',
  '품절로 인한 판매자 취소',
  '다른 상품으로 재주문',
] as const;

/** A day of gifts: how much more is sold in all, and how many times as often a category is chosen. */
export type GiftDay = Readonly<{ traffic: number; favours: Readonly<Partial<Record<CategoryName, number>>> }>;

/** Children's Day and Parents' Day, by MM-dd: toys are bought days ahead, carnations the day before. */
export const GIFT_DAYS: Readonly<Partial<Record<string, GiftDay>>> = {
  '05-01': { traffic: 1.15, favours: { 유아동: 3 } },
  '05-02': { traffic: 1.25, favours: { 유아동: 4 } },
  '05-03': { traffic: 1.25, favours: { 유아동: 4 } },
  '05-04': { traffic: 1.2, favours: { 유아동: 4, 화훼: 2 } },
  '05-05': { traffic: 1.1, favours: { 유아동: 2, 화훼: 3 } },
  '05-06': { traffic: 1.35, favours: { 화훼: 5, 식품: 1.5 } },
  '05-07': { traffic: 1.4, favours: { 화훼: 5, 식품: 1.5 } },
  '05-08': { traffic: 1.15, favours: { 화훼: 3 } },
};
